import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { aSchool } from '../support/a-school.js';
import { figure } from '../support/figures.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { bearer, Client, head } from './clients.js';
import { manyStudents } from './many-students.js';
import { FULL, size } from './sizes.js';

const MB = 1024 * 1024;

/** What a process may have at the most, whoever attacks it: docker/k8s/deployment.yaml allows it 768. */
const MOST_MB = 640;

/** The system counts how much a process had at most, and forgets it when it is told to. */
const COUNTED = existsSync('/proc/self/clear_refs');

(COUNTED ? describe : describe.skip)('The memory of the service', () => {
  let t: TestApp;
  let service: ServiceProcess;
  let token: string;
  let roster: string;
  let note: string;
  beforeAll(async () => {
    t = await startTestApp();
    const school = await aSchool(t);
    ({ token } = await school.parent());
    note = `/api/v1/students/${(await school.student()).id}/note`;
    await manyStudents(t, school, 3_000);
    roster = head('GET', `/api/v1/schools/${school.id}/students`, bearer(token));
    service = await startServiceProcess({
      DATABASE_URL: t.databaseUrl,
      AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
      // As it is unless an operator says otherwise.
      RATE_LIMIT: '6000',
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
  const json = ['Content-Type: application/json', 'Idempotency-Key: kept'];

  it.each<[string, number, () => string | Buffer]>([
    ['ask for many large answers and take none of them', size(8, 60), () => roster.repeat(40)],
    [
      'send a body of 1 MB and keep its last byte',
      size(40, 400),
      () => head('PUT', note, bearer(token), ...json, `Content-Length: ${MB}`) + 'x'.repeat(MB - 1),
    ],
    ['send 200 MB as 200 kB', size(4, 40), () => packed(gzipSync(Buffer.alloc(size(50, 200) * MB, ' ')))],
    [
      'send a head of 190 kB and keep its end',
      size(40, 500),
      () => `GET / HTTP/1.1\r\nHost: x\r\n${`X-A: ${'b'.repeat(4_000)}\r\n`.repeat(47)}`,
    ],
    [
      'ask a thousand times at once',
      size(2, 50),
      () => head('GET', '/api/v1/me', bearer(token)).repeat(1_000),
    ],
  ])(
    'is bounded while clients %s',
    async (what, count, text) => {
      const before = kilobytes('VmRSS') / 1024;
      writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
      const clients = await Client.many(service.url, count);
      const bytes = text();
      for (const client of clients) client.takes(0, 0).socket.write(bytes);
      await delay(size(700, 5_000));
      // Alive, and not stuck; what waits for the database is another matter.
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      const most = kilobytes('VmHWM') / 1024;
      for (const client of clients) client.leave();
      figure(`memory before ${count} clients ${what}`, `${Math.round(before)} MB`);
      figure(`memory while ${count} clients ${what}`, `${Math.round(most)} MB`, `<= ${MOST_MB} MB`);
      expect(most).toBeLessThanOrEqual(MOST_MB);
    },
    60_000,
  );

  const packed = (body: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(
        head('PUT', note, bearer(token), ...json, 'Content-Encoding: gzip', `Content-Length: ${body.length}`),
      ),
      body,
    ]);

  (FULL ? it : it.skip)(
    'is given back when they are gone',
    async () => {
      let now = Infinity;
      for (let seconds = 0; seconds < 60 && now > MOST_MB / 2; seconds++) {
        await delay(1_000);
        expect((await service.api.get('/me', { token })).status).toBe(200);
        now = kilobytes('VmRSS') / 1024;
      }
      figure('memory a minute after them at the most', `${Math.round(now)} MB`, `<= ${MOST_MB / 2} MB`);
      expect(now).toBeLessThanOrEqual(MOST_MB / 2);
    },
    90_000,
  );
});
