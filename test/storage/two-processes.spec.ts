import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServiceProcess, type ServiceProcess } from '../support/processes/service-process.js';
import { pathOf, PNG, startEmbeddedApp, type EmbeddedApp } from './embedded-app.js';

let e: EmbeddedApp;
let service: ServiceProcess;

beforeAll(async () => {
  e = await startEmbeddedApp();
  service = await startServiceProcess({
    DATABASE_URL: e.t.databaseUrl,
    AUTH_SIGNING_KEY: e.t.settings.signingKey ?? '',
    DATA_DIR: e.dataDir,
    LOG_LEVEL: 'trace',
    LOG_FORMAT: 'json',
  });
}, 90_000);
afterAll(() => e.close());

describe('Two processes of one data folder', () => {
  it('accept the addresses of each other, share the objects, and log neither addresses nor keys', async () => {
    const key = 'photos/7d1f7f3e-child.png';
    const there = (url: string): string => service.url + pathOf(url);
    const put = (url: string, body: string): Promise<Response> =>
      fetch(url, { method: 'PUT', headers: { 'Content-Type': PNG }, body });

    const upload = await e.upload(key, 100);
    expect((await put(there(upload), 'written there')).status).toBe(200);
    expect(await e.read(key)).toBe('written there');
    expect((await put(upload, 'written here')).status).toBe(200);
    const download = await e.download(key);
    expect(await (await fetch(there(download))).text()).toBe('written here');

    const refused = [
      await fetch(there(download).replace(/.$/, '!')),
      await fetch(there(upload)),
      await put(there(upload), 'x'.repeat(101)),
      await fetch(there(await e.download('photos/missing-child.png'))),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 413, 404]);
    const answers = await Promise.all(refused.map((answer) => answer.text()));

    expect(await service.stop()).toBe(0);
    const log = service.output();
    expect(log).toContain('/storage/*key');
    const secret = readFileSync(join(e.objects, '.address-secret'));
    const signatures = [upload, download].map((url) => /signature=(.*)/.exec(url)![1]!);
    for (const planted of [
      ...signatures,
      'child',
      'signature',
      'expires',
      secret.toString('base64url'),
      secret.toString('hex'),
    ])
      for (const text of [log, ...answers])
        expect(text.includes(planted) ? `it holds ${planted}` : 'clean').toBe('clean');
  }, 60_000);
});
