import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { aSchool, type TestMember } from '../support/school.factory.js';
import type { ApiAnswer } from '../support/api-client.js';
import type { ServiceProcess } from '../support/processes/service-process.js';
import { startBesideWithFullLog } from '../support/processes/two-processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const STUDENT = '/api/v1/students/:studentId';
const NOTE = '/api/v1/students/:studentId/note';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let t: TestApp;
let parent: TestMember;
let studentId: string;
let broken: ApiAnswer;
let lines: string[];
let log: Record<string, unknown>[];

const serviceWith = (env: Record<string, string> = {}): Promise<ServiceProcess> =>
  startBesideWithFullLog(t, env);

/** A start, requests good and bad, a job that fails, and a stop. */
beforeAll(async () => {
  t = await startTestApp();
  const school = await aSchool(t);
  parent = await school.parent();
  studentId = (await school.student()).id;
  const unplaced = await school.studentAtHome({ latitude: null, longitude: null });
  const service = await serviceWith({ GEOCODER_URL: 'http://127.0.0.1:1' });
  const { token } = parent;
  await service.api.get(`/students/${studentId}/note?q=Surnamington`, { token });
  await service.api.get(`/students/${unplaced.id}`, { token });
  await fetch(`${service.url}/healthz`);
  await fetch(`${service.url}/.well-known/jwks.json`);
  await fetch(`${service.url}/api/v1/Surnamington?q=Surnamington`);
  await t.dataSource.query('alter table notes rename to gone');
  broken = await service.api.get(`/students/${studentId}/note`, { token });
  await t.dataSource.query('alter table gone rename to notes');
  await t.dataSource.query('alter table mails rename to gone');
  while (!service.output().includes('"job":"mail"')) await delay(50);
  await t.dataSource.query('alter table gone rename to mails');
  expect(await service.stop()).toBe(0);
  lines = service.output().trimEnd().split('\n');
  log = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}, 90_000);
afterAll(() => t.close());

const requests = () => log.filter(({ msg }) => msg === 'request');

describe('The log', () => {
  it('writes one JSON object a line, from the start to the stop', () => {
    expect(log[0]).toMatchObject({ context: 'Service', msg: 'The service is ready' });
    expect(log.at(-1)).toMatchObject({ context: 'Service', msg: 'The service stops' });
    for (const line of log)
      expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
  });

  it('writes one line a request: which, by its template, what became of it, and how long it took', () => {
    expect(requests().map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', NOTE, 200],
      ['GET', STUDENT, 200],
      ['GET', '/.well-known/jwks.json', 200],
      ['GET', 'unknown', 404],
      ['GET', NOTE, 500],
    ]);
    for (const line of requests()) {
      expect(Object.keys(line).sort()).toEqual([
        ...(line.status === 500 ? ['err'] : []),
        'hostname',
        'level',
        'method',
        'msg',
        'pid',
        'requestId',
        'responseTime',
        'route',
        'status',
        'time',
      ]);
      expect(line.requestId).toMatch(UUID);
    }
  });

  it('leads to a request by the id that the person was told', () => {
    const [, told] = /Request id: (\S+)$/.exec(broken.body.error.message as string) ?? [];
    expect(broken.headers.get('x-request-id')).toBe(told);
    const found = log.filter(({ requestId }) => requestId === told);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({ msg: 'Unexpected error', context: 'Error', code: '42P01' });
    expect(found[0]!.where).toEqual(
      expect.arrayContaining([expect.stringMatching(/at (async )?Notes\w+\.\w+ /)]),
    );
    expect(found[1]).toMatchObject({ route: NOTE, status: 500 });
  });

  it('names the request in whatever is told while it is answered', () => {
    const [request] = requests().filter(({ route }) => route === STUDENT);
    const [failure] = log.filter(({ context }) => context === 'StudentGeocodingService');
    expect(failure).toMatchObject({ level: 40, requestId: request!.requestId });
    const [job] = log.filter(({ context }) => context === 'Jobs');
    expect(job).not.toHaveProperty('requestId');
  });

  it('tells of a job that fails, by its name and the kind of failure', () => {
    const [failure] = log.filter(({ context, job }) => context === 'Jobs' && job === 'mail');
    expect(failure).toMatchObject({ level: 40, error: 'QueryFailedError', code: '42P01' });
  });

  it('names nobody, at the lowest level', () => {
    for (const line of lines)
      expect(line).not.toMatch(new RegExp(`Surnamington|${studentId}|${parent.email}|127\\.0\\.0\\.1`));
  });
});

describe('What nobody has caught', () => {
  it('ends the service with one line that quotes nothing', async () => {
    const failure = `const e = new Error('Key (email)=(planted@example.org) exists'); setTimeout(() => { throw e }, 300)`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(failure)}`;
    const died = serviceWith({ NODE_OPTIONS: preload }).then(() => 'started', String);
    const [, ...said] = (await died).trim().split('\n');
    expect(said).toEqual([expect.stringMatching(/^Error: unexpected failure at /)]);
    expect(said[0]).not.toContain('planted@example.org');
  });
});
