import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { bearer, Client, head } from './clients.js';
import { manyStudents } from './many-students.js';
import { size } from './sizes.js';

const MB = 1024 * 1024;

const { serviceDefaults } = (await import(
  new URL('../../../scripts/lib/dist.mjs', import.meta.url).href
)) as {
  serviceDefaults: () => Record<string, string>;
};

/** What docker/k8s/deployment.yaml allows a process. */
const MAX_MB = 1024;

/** What is not given back after the first one is missing in the last one: V8 keeps what it may need again. */
const ROUNDS = Array.from({ length: size(1, 3) }, (_, index) => index + 1);

/** The system counts how much a process had at most, and forgets it when it is told to. */
const COUNTED = existsSync('/proc/self/clear_refs');

(COUNTED ? describe : describe.skip)('The memory of the service', () => {
  let t: TestApp;
  let service: ServiceProcess;
  let school: TestSchool;
  let note: string;
  beforeAll(async () => {
    t = await startTestApp();
    school = await aSchool(t);
    note = `/api/v1/students/${(await school.student()).id}/note`;
    await manyStudents(t, school, 3_000);
    service = await startServiceProcess({
      DATABASE_URL: t.databaseUrl,
      AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
      // As it is unless an operator says otherwise.
      RATE_LIMIT: '6000',
      ...serviceDefaults(),
      LOG_LEVEL: 'silent',
    });
  }, 90_000);
  afterAll(async () => {
    await service.kill();
    await t.close();
  });

  const kilobytes = (what: string): number =>
    Number(
      new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1],
    );
  const put = (token: string, ...headers: string[]): string =>
    head('PUT', note, bearer(token), 'Content-Type: application/json', 'Idempotency-Key: k', ...headers);

  it('equals what the deployment allows, and its heap what the image says', () => {
    const deployment = readFileSync(fromProjectRoot('docker/k8s/deployment.yaml'), 'utf8');
    expect(deployment).toContain(`limits: { memory: ${MAX_MB / 1024}Gi }`);
    const image = readFileSync(fromProjectRoot('docker/Dockerfile'), 'utf8');
    const [, options, arenas] = / NODE_OPTIONS="(.+)" MALLOC_ARENA_MAX=(\d)$/m.exec(image) ?? [];
    expect(serviceDefaults()).toEqual({
      NODE_OPTIONS: `${options} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
      MALLOC_ARENA_MAX: arenas,
    });
  });

  describe.each(ROUNDS)('in round %d', (round) => {
    it.each<[string, number, (token: string) => string | Buffer]>([
      [
        'ask for many large answers and take none of them',
        size(3, 60),
        (token) => head('GET', `/api/v1/schools/${school.id}/students`, bearer(token)).repeat(40),
      ],
      [
        'send a body of 1 MB and keep its last byte',
        size(40, 400),
        (token) => put(token, `Content-Length: ${MB}`) + 'x'.repeat(MB - 1),
      ],
      [
        'send 200 MB as 200 kB',
        size(4, 40),
        (token) => {
          const packed = gzipSync(Buffer.alloc(size(50, 200) * MB, ' '));
          const heads = put(token, 'Content-Encoding: gzip', `Content-Length: ${packed.length}`);
          return Buffer.concat([Buffer.from(heads), packed]);
        },
      ],
      [
        'send a head of 190 kB and keep its end',
        size(40, 500),
        () => `GET / HTTP/1.1\r\nHost: x\r\n${`X-A: ${'b'.repeat(4_000)}\r\n`.repeat(47)}`,
      ],
      [
        'ask a thousand times at once',
        size(1, 50),
        (token) => head('GET', '/api/v1/me', bearer(token)).repeat(size(300, 1_000)),
      ],
    ])(
      'stays bounded while clients %s',
      async (what, count, text) => {
        const [attacker, calm] = [await school.parent(), await school.parent()];
        writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
        const clients = await Client.many(service.url, count);
        const bytes = text(attacker.token);
        for (const client of clients) client.takes(0, 0).socket.write(bytes);
        await delay(size(700, 5_000));
        // Alive, and not stuck; what waits for the database is another matter.
        expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
        const most = kilobytes('VmHWM') / 1024;
        for (const client of clients) client.leave();
        figure(
          `Memory while ${count} clients ${what}, round ${round}`,
          `${Math.round(most)} MB`,
          `<= ${MAX_MB} MB`,
        );
        expect(most).toBeLessThanOrEqual(MAX_MB);
        await untilServed(calm.token);
      },
      90_000,
    );
  });

  async function untilServed(token: string): Promise<void> {
    while ((await service.api.get('/me', { token })).status !== 200) await delay(200);
  }
});
