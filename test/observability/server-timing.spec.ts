import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const TOKEN = 'operator-'.repeat(4);

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp({ serverTimingToken: TOKEN });
  school = await aSchool(t);
  parent = await school.parent();
});
afterAll(() => t.close());

async function timingOf(path: string, headers: Record<string, string>, url = t.url): Promise<string | null> {
  return (await fetch(url + path, { headers })).headers.get('server-timing');
}

const asParent = () => ({ authorization: `Bearer ${parent.token}` });

describe('Server-Timing', () => {
  it.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['another token', { 'server-timing-token': `${TOKEN}x` }],
    ['the beginning of the token', { 'server-timing-token': TOKEN.slice(0, -1) }],
    ['the token as a bearer token', { authorization: `Bearer ${TOKEN}` }],
    ['the token in a cookie', { cookie: `server-timing-token=${TOKEN}` }],
  ])('refuses timings to a caller with %s', async (_, headers) => {
    for (const path of ['/healthz', '/api/v1/me', '/api/v1/nothing'])
      expect(await timingOf(path, { ...asParent(), ...headers })).toBeNull();
  });

  it('tells nobody where no token is set, with an empty one neither', async () => {
    const without = await startTestApp();
    for (const token of ['', 'null', TOKEN])
      expect(await timingOf('/healthz', { 'server-timing-token': token }, without.url)).toBeNull();
    await without.close();
  });

  it('tells the operator how long an answer and its statements took', async () => {
    const timing = await timingOf('/api/v1/me', { ...asParent(), 'server-timing-token': TOKEN });
    const [, total, database, statements] =
      /^total;dur=([\d.]+), db;dur=([\d.]+);desc="statements: (\d+)"$/.exec(timing ?? '') ?? [];
    expect(Number(statements)).toBeGreaterThan(0);
    expect(Number(database)).toBeGreaterThan(0);
    expect(Number(total)).toBeGreaterThan(0);
  });

  it('tells of answers without a body, of refusals, and of large lists', async () => {
    const answers: [string, Record<string, string>][] = [
      ['/api/v1/nothing', {}],
      ['/api/v1/me', { authorization: 'Bearer nobody' }],
      [`/api/v1/schools/${school.id}/students`, asParent()],
      ['/healthz', {}],
    ];
    for (const [path, headers] of answers)
      expect(await timingOf(path, { ...headers, 'server-timing-token': TOKEN })).toMatch(/^total;dur=/);
  });

  it('counts the statements of each request for itself', async () => {
    const asked = Array.from({ length: 5 }, () =>
      timingOf('/api/v1/nothing', { 'server-timing-token': TOKEN }),
    );
    await timingOf('/api/v1/me', { ...asParent(), 'server-timing-token': TOKEN });
    for (const timing of await Promise.all(asked)) expect(timing).toContain('statements: 0');
  });
});
