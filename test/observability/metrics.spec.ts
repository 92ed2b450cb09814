import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry } from 'prom-client';
import { BackgroundJobs } from '../../src/platform/jobs/background-jobs.js';
import { Metrics } from '../../src/platform/observability/metrics.service.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { aNoticeRow, deliverMail, raiseNotice } from '../support/alerts.js';
import { anApplication, aPersonWithPassword } from '../support/application.factory.js';
import { metricsText, samplesIn, samplesOf, valueOf } from '../support/processes/metrics.js';
import { SmtpStub } from '../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const SECONDS = 'http_request_duration_seconds_count';
const NOTE = '/api/v1/students/:studentId/note';
/** Counted here, and served elsewhere. */
const METRICS_PORT = 9464;

let t: TestApp;
let smtp: SmtpStub;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  smtp = new SmtpStub();
  t = await startTestApp({ metricsPort: METRICS_PORT, smtpUrl: await smtp.start() });
  school = await aSchool(t);
  parent = await school.parent();
});
afterAll(async () => {
  await t.close();
  await smtp.stop();
});

describe('A request', () => {
  it('counts by the address as it is declared, not as it is called', async () => {
    const { id } = await school.student();
    await t.api.get(`/students/${id}/note?q=Surnamington`, { token: parent.token });
    await t.api.get(`/students/${randomUUID()}/note`, { token: parent.token });
    expect(await valueOf(t, SECONDS, { method: 'GET', route: NOTE, status: '200' })).toBe(1);
    expect(await valueOf(t, SECONDS, { method: 'GET', route: NOTE, status: '404' })).toBe(1);
    expect(await metricsText(t)).not.toMatch(new RegExp(`${id}|Surnamington`));
  });

  it('stays in flight until it is answered', async () => {
    const runner = t.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('lock table memberships in access exclusive mode');
    const asking = t.api.get('/me', { token: parent.token });
    while ((await valueOf(t, 'http_requests_in_flight')) === 0);
    expect(await valueOf(t, 'http_requests_in_flight')).toBe(1);
    await runner.rollbackTransaction();
    await runner.release();
    await asking;
    expect(await valueOf(t, 'http_requests_in_flight')).toBe(0);
  });

  it('counts apart when it was given up, and when it was answered', async () => {
    const runner = t.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('lock table memberships in access exclusive mode');
    const leaving = new AbortController();
    const asking = fetch(`${t.url}/api/v1/me`, {
      headers: { authorization: `Bearer ${parent.token}` },
      signal: leaving.signal,
    }).catch(() => 'given up');
    while ((await valueOf(t, 'http_requests_in_flight')) === 0);
    leaving.abort();
    expect(await asking).toBe('given up');
    while ((await valueOf(t, 'http_requests_in_flight')) > 0);
    await runner.rollbackTransaction();
    await runner.release();
    expect(await valueOf(t, SECONDS, { route: '/api/v1/me', status: 'aborted' })).toBe(1);
  });

  it('adds no series, however many ids, addresses and methods are invented', async () => {
    const call = async (name: string): Promise<void> => {
      await t.api.get(`/students/${name}/note?q=${name}`, { token: parent.token });
      await fetch(`${t.url}/${name}/${name}?${name}`);
      await fetch(`${t.url}/api/v1/schools/${name}`, { method: 'PROPFIND' });
      await fetch(`${t.url}/storage/student-photos/${name}.jpg`);
      await fetch(`${t.url}/docs/${name}`);
      await fetch(`${t.url}/api/v1/${name}`);
      await fetch(`${t.url}/api/calendar/subscribe/${name}/feed.ics`);
    };
    await call('first');
    const series = async () =>
      samplesIn(await metricsText(t)).filter(({ name }) => !/^(nodejs|process)_/.test(name)).length;
    const before = await series();
    for (let n = 0; n < 50; n += 1) await call(randomUUID());
    expect(await series()).toBe(before);
    expect(await valueOf(t, SECONDS, { route: 'unknown' })).toBeGreaterThanOrEqual(150);
    expect(await valueOf(t, SECONDS, { method: 'other' })).toBe(51);
  });
});

describe('A refusal', () => {
  it('counts by what was not proved', async () => {
    const of = (kind: string) => valueOf(t, 'authentication_failures_total', { kind });
    const before = await Promise.all(['access_token', 'credentials', 'refresh_token'].map(of));
    const app = await anApplication(t);
    const person = await aPersonWithPassword(t);
    const token = (body: object) =>
      t.api.post('/auth/token', { headers: { authorization: app.basic }, body });
    await t.api.get('/me');
    await t.api.get('/me', { token: 'no-token-at-all' });
    await token({ grant_type: 'password', email: person.email, password: 'a wrong one' });
    await token({ grant_type: 'refresh_token', refresh_token: 'an invented one' });
    const after = await Promise.all(['access_token', 'credentials', 'refresh_token'].map(of));
    expect(after.map((count, index) => count - before[index]!)).toEqual([2, 1, 1]);
  });

  it('counts by the limit that was met', async () => {
    const flooded = await startTestApp({ metricsPort: METRICS_PORT, rateLimit: 2 });
    const { token } = await (await aSchool(flooded)).parent();
    for (let n = 0; n < 5; n += 1) await flooded.api.get('/me', { token });
    expect(await valueOf(flooded, 'rate_limit_refusals_total', { limit: 'flood' })).toBe(3);
    await flooded.close();
  });
});

describe('The outbox', () => {
  it('counts, with the age of its oldest mail', async () => {
    await t.dataSource.query('delete from notifications');
    expect(await valueOf(t, 'outbox_mails_waiting')).toBe(0);
    expect(await valueOf(t, 'outbox_oldest_waiting_seconds')).toBe(0);
    await raiseNotice(t, await aNoticeRow(t, school));
    t.clock.moveTo(new Date(t.clock.now().getTime() + 2 * 60_000).toISOString());
    expect(await valueOf(t, 'outbox_mails_waiting')).toBe(1);
    expect(await valueOf(t, 'outbox_oldest_waiting_seconds')).toBeCloseTo(120, -1);
    // Until the quiet hours of its reader end, say: nothing is stuck.
    const dueAt = new Date(t.clock.now().getTime() + 60_000);
    await t.dataSource.query('update mails set due_at = $1', [dueAt]);
    expect(await valueOf(t, 'outbox_oldest_waiting_seconds')).toBe(0);
    // After a failure it waits since it was written down.
    await t.dataSource.query('update mails set attempts = 1');
    expect(await valueOf(t, 'outbox_oldest_waiting_seconds')).toBeCloseTo(120, -1);
    await t.dataSource.query(`update mails set state = 'dead'`);
    expect(await valueOf(t, 'outbox_mails_dead')).toBe(1);
    expect(await valueOf(t, 'outbox_mails_waiting')).toBe(0);
  });

  it('shows no value while the database cannot say, and everything else does', async () => {
    await t.dataSource.query('alter table mails rename to gone');
    expect(await samplesOf(t, 'outbox_mails_waiting')).toEqual([]);
    expect(await samplesOf(t, 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1);
    await t.dataSource.query('alter table gone rename to mails');
    expect(await samplesOf(t, 'outbox_mails_waiting')).toHaveLength(1);
  });
});

describe('The lists of a school', () => {
  it('count by whether they were ready, with no word of whose they are, and weighed', async () => {
    const roster = () => t.api.get(`/schools/${school.id}/students`, { token: parent.token });
    const counted = async (): Promise<number[]> =>
      Promise.all(
        ['read', 'kept', 'waited'].map((result) =>
          valueOf(t, 'snapshot_reads_total', { kind: 'roster', result }),
        ),
      );
    const before = await valueOf(t, 'snapshot_kept_bytes');
    for (let reads = 0; reads < 3; reads += 1) await roster();
    expect(await counted()).toEqual([1, 2, 0]);
    await school.student();
    await roster();
    expect(await counted()).toEqual([2, 2, 0]);
    expect(await valueOf(t, 'snapshot_kept_bytes')).toBeGreaterThan(before);
    const labels = (await samplesOf(t, 'snapshot_reads_total')).map((sample) => Object.keys(sample.labels));
    for (const names of labels) expect(names).toEqual(['kind', 'result']);
  });

  it('add up over several processes', async () => {
    const found = await t.app.get(Metrics).registry.getMetricsAsJSON();
    const both = samplesIn(await AggregatorRegistry.aggregate([found, found]).metrics());
    for (const name of ['snapshot_reads_total', 'snapshot_kept_bytes'])
      expect(both.filter((sample) => sample.name === name).reduce((sum, { value }) => sum + value, 0)).toBe(
        2 * (await valueOf(t, name)),
      );
  });
});

describe('What goes on beside requests', () => {
  it('counts mails by what became of them', async () => {
    await t.dataSource.query('delete from notifications');
    await raiseNotice(t, await aNoticeRow(t, school));
    const sent = () => valueOf(t, 'outside_call_duration_seconds_count', { service: 'mail', outcome: 'ok' });
    const before = await sent();
    await deliverMail(t);
    expect((await sent()) - before).toBe(1);
    await smtp.stop();
    await raiseNotice(t, await aNoticeRow(t, school));
    await deliverMail(t);
    const lost = { service: 'mail', outcome: 'connection' };
    expect(await valueOf(t, 'outside_call_duration_seconds_count', lost)).toBeGreaterThanOrEqual(1);
  });

  it('counts the rounds of jobs, and those that failed', async () => {
    const jobs = t.app.get(BackgroundJobs);
    let rounds = 0;
    const ended = new Promise<void>((resolve) =>
      jobs.add({
        name: 'test',
        everyMs: 1,
        round: async () => {
          rounds += 1;
          if (rounds === 2) throw new Error('once');
          if (rounds === 3) resolve();
          return false;
        },
      }),
    );
    jobs.start();
    await ended;
    await jobs.stop();
    expect(await valueOf(t, 'job_rounds_total', { name: 'test', outcome: 'failed' })).toBe(1);
    expect(await valueOf(t, 'job_rounds_total', { name: 'test', outcome: 'done' })).toBeGreaterThanOrEqual(2);
  });

  it('counts the connections to the database', async () => {
    expect(await valueOf(t, 'database_pool_connections')).toBeGreaterThanOrEqual(1);
    expect(await valueOf(t, 'database_pool_idle_connections')).toBeGreaterThanOrEqual(1);
    expect(await valueOf(t, 'database_pool_waiting')).toBe(0);
    expect(await valueOf(t, 'database_writes_suspended')).toBe(0);
  });
});

it('counts nothing where nobody is to look', async () => {
  const quiet = await startTestApp();
  await quiet.api.get('/me');
  const names = new Set(samplesIn(await metricsText(quiet)).map(({ name }) => name));
  // Nothing is counted for these: they are asked when somebody looks.
  expect([...names].filter((name) => !/^(outbox|snapshot_kept)_/.test(name))).toEqual([]);
  await quiet.close();
});
