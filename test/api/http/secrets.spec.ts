import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { aSchool } from '../../support/school.factory.js';
import type { ApiAnswer, ApiRequest } from '../../support/api-client.js';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithMailedStep,
  aPersonWithTwoStep,
  PASSWORD,
} from '../../support/application.factory.js';
import { CollectorStub } from '../../support/stubs/collector-stub.js';
import { freePort } from '../../support/processes/free-port.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startBesideWithFullLog } from '../../support/processes/two-processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let service: ServiceProcess;
let collector: CollectorStub;
let metricsPort: number;
const dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));

beforeAll(async () => {
  t = await startTestApp();
  collector = new CollectorStub();
  metricsPort = await freePort();
  service = await startBesideWithFullLog(t, {
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=collectors-key',
    DATA_DIR: dataDir,
  });
}, 90_000);
afterAll(async () => {
  await collector.stop();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

it('writes none of forty planted secrets and personal data to its log, its metrics, its traces or into an error', async () => {
  const planted = new Set<string>();
  const refusals: string[] = [];
  const plant = <T extends string>(...secrets: T[]): T => {
    for (const secret of secrets) planted.add(secret);
    return secrets[0] as T;
  };
  const send = async (method: string, path: string, request: ApiRequest = {}): Promise<ApiAnswer> => {
    const answer = await service.api.send(method, path, request);
    if (answer.status >= 400) refusals.push(answer.text);
    return answer;
  };

  const app = await anApplication(t);
  plant(app.clientSecret, app.basic.slice(6), PASSWORD);
  const token = (body: unknown, authorization = app.basic) =>
    send('POST', '/auth/token', { body, headers: { authorization } });

  // Wrong credentials of every kind.
  const person = await aPersonWithPassword(t);
  plant(person.email);
  for (const password of ['wrong-password-1', 'wrong-password-2', 'wrong-password-3']) {
    await token({ grant_type: 'password', email: person.email, password: plant(password) });
  }
  await token({
    grant_type: 'password',
    email: plant('nobody-known@example.org'),
    password: plant('unknown-persons'),
  });
  await token({ grant_type: 'refresh_token', refresh_token: plant('an-invented-refresh-token') });
  await token({
    grant_type: 'password',
    email: [plant('listed@example.org')],
    password: { a: plant('nested-secret') },
  });
  await token({}, `Basic ${plant(btoa('intruder:intruders-secret'))}`);
  await token(`{"grant_type":"password","password":"${plant('in-broken-json')}"`);

  // A session from beginning to end.
  const first = (await token({ grant_type: 'password', email: person.email, password: PASSWORD })).body;
  const second = (await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).body;
  plant(first.access_token, first.refresh_token, second.access_token, second.refresh_token);
  await send('GET', '/me', { token: second.access_token });
  await send('GET', '/me', { token: plant(`${second.access_token.slice(0, -4)}AAAA`) });
  await send('GET', '/me', { token: plant('no-token-at-all') });
  await send('GET', `/me?access_token=${plant('token-in-a-query')}`);
  await send('POST', '/auth/revoke', {
    token: second.access_token,
    body: { refresh_token: second.refresh_token },
  });

  // The second step.
  const careful = await aPersonWithTwoStep(t);
  plant(careful.email, careful.totpSecret, ...careful.recoveryCodes);
  const half = (await token({ grant_type: 'password', email: careful.email, password: PASSWORD })).body;
  plant(half.access_token, half.refresh_token);
  const verify = async (code: string, method: string): Promise<ApiAnswer> => {
    const { body } = await send('POST', '/auth/two-step/challenge', {
      token: half.access_token,
      body: { method },
    });
    const answer = { challenge_id: body.challenge_id, code: plant(code) };
    return send('POST', '/auth/two-step/verify', { token: half.access_token, body: answer });
  };
  await verify('WRON-GREC-OVER-YCOD', 'totp');
  const mailed = await aPersonWithMailedStep(t);
  const byMail = (await token({ grant_type: 'password', email: plant(mailed.email), password: PASSWORD }))
    .body;
  plant(byMail.access_token, byMail.refresh_token);
  await send('POST', '/auth/two-step/challenge', { token: byMail.access_token, body: { method: 'email' } });
  const [mail = ''] = readdirSync(join(dataDir, 'mail'));
  plant(/^(\d{6})\r?$/m.exec(readFileSync(join(dataDir, 'mail', mail), 'utf8'))?.[1] ?? 'no code');
  const code = generateSync({ secret: careful.totpSecret, epoch: Math.floor(Date.now() / 1000) });
  const done = (await verify(code, 'totp')).body;
  plant(done.access_token, done.refresh_token);

  // What parents look for and write.
  const school = await aSchool(t);
  const parent = await school.parent();
  plant(parent.token, parent.email);
  const child = await school.studentAtHome({ firstName: 'Planted', lastName: plant('Surnamington') });
  await school.guardian(child, { phone: plant('+1 555 0147'), email: plant('hidden-guardian@example.org') });
  await send('GET', `/schools/${school.id}/students?q=${plant('Surnamington')}`, { token: parent.token });
  await send('GET', `/schools/${school.id}/students?graduationYear=${plant('searched-by-mistake')}`, {
    token: parent.token,
  });
  await send('GET', `/schools/${school.id}/students?full=true`, { token: parent.token });
  await send('PUT', `/students/${child.id}/note`, {
    token: parent.token,
    body: { body: plant('an allergic note') },
  });
  await send('PUT', `/students/${child.id}/note`, {
    token: parent.token,
    body: { body: [plant('a wrong note')] },
  });
  // An unexpected error whose message quotes what was written.
  await t.dataSource.query(`
    create function quote_it() returns trigger language plpgsql as $$ begin raise exception '%', new.body; end $$`);
  await t.dataSource.query(
    `create trigger quoting before insert on notes for each row execute function quote_it()`,
  );
  await send('PUT', `/students/${child.id}/note`, { token: parent.token, body: { body: '' } });
  const broken = await send('PUT', `/students/${child.id}/note`, {
    token: parent.token,
    body: { body: plant('a note that broke') },
  });
  expect(broken.status).toBe(500);

  expect(planted.size).toBeGreaterThanOrEqual(40);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await service.stop();
  const [log, traces] = [service.output(), collector.bodies.join('\n')];
  plant('collectors-key', school.id, child.id, parent.membershipId);
  for (const where of [metrics, traces]) expect(where).toContain('/api/v1/students/:studentId/note');
  expect(metrics).toMatch(/authentication_failures_total\{kind="credentials"\} [1-9]/);
  expect(log).toContain('/api/v1/students/:studentId/note');
  expect(log).toContain('Unexpected error');
  expect(refusals.length).toBeGreaterThan(12);
  for (const secret of planted) {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      for (const [name, text] of Object.entries({ log, metrics, traces }))
        expect(holds(text, form) ? `the ${name} holds ${form}` : 'clean').toBe('clean');
      expect(refusals.some((text) => holds(text, form)) ? `an error holds ${form}` : 'clean').toBe('clean');
    }
  }
}, 60_000);

/** Six digits also stand by chance within a measured time or the id of a trace: of them only a word of their own counts. */
const holds = (text: string, secret: string): boolean =>
  /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\w.])${secret}(?!\\w)`).test(text) : text.includes(secret);
