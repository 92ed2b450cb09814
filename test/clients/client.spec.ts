import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ConnectionError,
  createDirectoryClient,
  DirectoryError,
  ifMatch,
  type DirectoryClient,
} from '../../clients/typescript/src/directory-client.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { Wire } from './wire.js';

let t: TestApp;
let wire: Wire;
let school: TestSchool;
let parent: TestMember;
let client: DirectoryClient;

beforeAll(async () => (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(async () => {
  wire = new Wire(t);
  school = await aSchool(t);
  parent = await school.parent();
  const tokens = { current: () => Promise.resolve(parent.token), renew: () => Promise.resolve(null) };
  client = createDirectoryClient({ siteUrl: `${t.url}/`, tokens, fetch: wire.fetch });
});

const thrownBy = async (call: Promise<unknown>): Promise<DirectoryError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DirectoryError)) throw new Error('No DirectoryError was thrown');
  return error;
};

const theSchool = () => ({ params: { path: { schoolId: school.id } } });
const names = async (): Promise<string[]> =>
  (await client.GET('/schools/{schoolId}/lists', theSchool())).data.lists.map(({ name }) => name);

describe('an answer of 400 or more', () => {
  it('throws with code, fields and the id of the request', async () => {
    const error = await thrownBy(
      client.POST('/schools/{schoolId}/lists', { ...theSchool(), body: { name: ' ' } }),
    );
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', reason: null });
    expect(error.fields).toEqual([{ path: 'name', message: expect.any(String) }]);
    expect(error.message).not.toBe('');
    expect(error.requestId).toMatch(/^[\w-]{8,}$/);
  });

  it('throws with its reason', async () => {
    const list = await client.POST('/schools/{schoolId}/lists', { ...theSchool(), body: { name: 'Chess' } });
    const path = { listId: list.data.id };
    const read = await client.GET('/lists/{listId}', { params: { path } });
    const change = (name: string) =>
      client.PATCH('/lists/{listId}', { params: { path, header: ifMatch(read.response) }, body: { name } });
    expect((await change('Chess club')).data.name).toBe('Chess club');
    expect(await thrownBy(change('Chess team'))).toMatchObject({
      status: 409,
      code: 'conflict',
      reason: 'stale',
    });
  });

  it('throws without a code when it is not the answer of the API', async () => {
    wire.forged = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    expect(await thrownBy(client.GET('/me'))).toMatchObject({ status: 502, code: null, requestId: null });
  });

  it.each([
    ['of a number', () => '7', 7],
    ['of a date', () => new Date(Date.now() + 60_000).toUTCString(), 60],
    ['of a date that is over', () => new Date(0).toUTCString(), 0],
    ['of something else', () => 'soon', null],
    ['without one', () => null, null],
  ])('says after how many seconds to try again, %s', async (_, header, seconds) => {
    const given = header();
    const headers = { 'x-request-id': 'one', ...(given !== null && { 'retry-after': given }) };
    wire.forged = () =>
      Response.json({ error: { code: 'rate_limited', message: '' } }, { status: 429, headers });
    const tokens = { current: () => Promise.resolve(parent.token), renew: () => Promise.resolve(null) };
    const hasty = createDirectoryClient({ siteUrl: t.url, tokens, fetch: wire.fetch, maxWaitMs: 0 });
    const error = await thrownBy(hasty.GET('/me'));
    expect(error.headers.get('x-request-id')).toBe('one');
    if (seconds) expect(Math.abs(error.retryAfter! - seconds)).toBeLessThanOrEqual(1);
    else expect(error.retryAfter).toBe(seconds);
  });
});

describe('a lost connection', () => {
  it('makes a POST that takes an Idempotency-Key happen once', async () => {
    wire.losing = 1;
    await client.POST('/schools/{schoolId}/lists', { ...theSchool(), body: { name: 'Chess' } });
    const [first, second] = wire.sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(await names()).toEqual(['Chess']);
  });

  it('leaves the key to the caller who has one, and gives every call another', async () => {
    const body = { name: 'Chess' };
    const header = { 'Idempotency-Key': 'mine' };
    const params = { ...theSchool().params, header };
    await client.POST('/schools/{schoolId}/lists', { params, body });
    await client.POST('/schools/{schoolId}/lists', { params, body });
    await client.POST('/schools/{schoolId}/lists', { ...theSchool(), body });
    await client.POST('/schools/{schoolId}/lists', { ...theSchool(), body });
    const keys = wire.sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.slice(0, 2)).toEqual(['mine', 'mine']);
    expect(new Set(keys).size).toBe(3);
    expect(await names()).toHaveLength(3);
  });

  it('gets one more try for a GET, and not a second', async () => {
    wire.losing = 1;
    expect((await client.GET('/me')).response.status).toBe(200);
    wire.losing = 9;
    await expect(client.GET('/me')).rejects.toThrow(ConnectionError);
    expect(wire.sent).toHaveLength(4);
  });

  it('gets no more tries for everything else: the caller decides', async () => {
    wire.losing = 1;
    const body = { profile_visibility: 'name_only' } as const;
    await expect(client.PATCH('/me/profile-visibility', { body })).rejects.toThrow(ConnectionError);
    expect(wire.log).toEqual(['PATCH /me/profile-visibility lost']);
    expect(wire.sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('says what was not answered, without its query, and keeps what fetch has thrown', async () => {
    wire.losing = 9;
    const search = { params: { path: { schoolId: school.id }, query: { q: 'park' } } };
    const thrown = client.GET('/schools/{schoolId}/students', search);
    const url = `${t.url}/api/v1/schools/${school.id}/students`;
    await expect(thrown).rejects.toMatchObject({ method: 'GET', url, cause: expect.any(TypeError) });
  });

  it('counts as lost when the head of the answer has come and its body has not', async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) });
    wire.forged = () => new Response(body, { headers: { 'content-type': 'application/json' } });
    await expect(client.GET('/me')).rejects.toThrow(ConnectionError);
  });

  it('differs from an aborted request', async () => {
    const signal = AbortSignal.abort();
    await expect(client.GET('/me', { signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(wire.sent.length).toBeLessThan(2);
  });
});

it('finds an ETag to compare with for single items only', async () => {
  const { response } = await client.POST('/schools/{schoolId}/lists', {
    ...theSchool(),
    body: { name: 'A' },
  });
  expect(() => ifMatch(response)).toThrow('ETag');
});

it('knows by its types what an operation takes and gives', () => {
  // Compiled, not called.
  const wrong = async () => {
    // @ts-expect-error there is no such path
    await client.GET('/schools/{schoolId}/pupils', theSchool());
    // @ts-expect-error it cannot be deleted
    await client.DELETE('/me');
    // @ts-expect-error the school is missing
    await client.GET('/schools/{schoolId}/lists');
    // @ts-expect-error the name is missing
    await client.POST('/schools/{schoolId}/lists', { ...theSchool(), body: {} });
    // @ts-expect-error one value alone is allowed
    await client.PATCH('/me/profile-visibility', { body: { profile_visibility: 'hidden' } });
    const students = async (query: { q?: string; full?: 'true' }) =>
      (await client.GET('/schools/{schoolId}/students', { params: { ...theSchool().params, query } })).data
        .students;
    const full = { params: { ...theSchool().params, query: { full: 'true' } } } as const;
    const roster = await client.GET('/schools/{schoolId}/students', full);
    const [known] = roster.data.students;
    const shown: number | null | undefined = known?.latitude;
    const [short] = (await client.GET('/schools/{schoolId}/students', theSchool())).data.students;
    // @ts-expect-error it is asked for with full alone
    const hidden = short?.latitude;
    const [either] = await students({ q: 'park' });
    // @ts-expect-error it may have been asked for, or not
    const unknown = either?.latitude;
    const { data } = await client.GET('/me');
    // @ts-expect-error nobody has a shoe size
    return [data.user.shoe_size, shown, hidden, unknown] as unknown;
  };
  expect(wrong).toBeInstanceOf(Function);
});
