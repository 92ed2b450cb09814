import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { aSchool, type TestMember, type TestSchool } from '../support/a-school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  parent = await school.parent();
  await Promise.all(Array.from({ length: 12 }, () => school.studentAtHome()));
});

interface Received {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

/** As it comes over the wire: `fetch` would unpack it. */
async function get(headers: Record<string, string>, path = 'students', method = 'GET'): Promise<Received> {
  const sent = request(`${t.url}/api/v1/schools/${school.id}/${path}`, {
    method,
    headers: { authorization: `Bearer ${parent.token}`, ...headers },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, bytes: await buffer(answer) };
}

/** It is packed beside the answer to the first who could take it so. */
async function packed(acceptEncoding: string, path?: string): Promise<Received> {
  for (;;) {
    const answer = await get({ 'accept-encoding': acceptEncoding }, path);
    if (answer.headers['content-encoding'] !== undefined) return answer;
  }
}

const PATHS = ['students', 'students?full=true', 'map-markers'];

describe.each(PATHS)('%s', (path) => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['BR;q=0.5, GZIP;q=0.8', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('is packed for who accepts %s', async (accepted, name, unpack) => {
    const plain = await get({}, path);
    const answer = await packed(accepted, path);
    expect(answer.headers['content-encoding']).toBe(name);
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(unpack(answer.bytes).equals(plain.bytes)).toBe(true);
  });

  it.each([['identity'], ['gzip;q=0.5, identity'], ['br;q=0'], ['gzip;q=0, br;q=0.0'], ['deflate'], ['']])(
    'is sent as it is to who accepts "%s"',
    async (accepted) => {
      await packed('br', path);
      await packed('gzip', path);
      const { headers, bytes } = await get({ 'accept-encoding': accepted }, path);
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toBeInstanceOf(Object);
    },
  );

  it('has one tag however it is packed, says what it depends on, and is not sent to who knows it', async () => {
    const answers = [await get({}, path), await packed('gzip', path), await packed('br', path)];
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(answers.map(({ headers }) => headers.vary)).toEqual(answers.map(() => 'Accept-Encoding'));
    const known = { 'if-none-match': answers[0]!.headers.etag!, 'accept-encoding': 'br' };
    const again = await get(known, path);
    expect([again.status, again.bytes.length, again.headers.vary]).toEqual([304, 0, 'Accept-Encoding']);
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  it('keeps its tag when what has changed is not in it', async () => {
    const { headers } = await get({}, path);
    await t.dataSource.query(`update students set grade = '9' where school_id = $1`, [school.id]);
    expect((await get({ 'if-none-match': headers.etag! }, path)).status).toBe(304);
  });

  it('has the same head for HEAD', async () => {
    await packed('gzip', path);
    const headers = { 'accept-encoding': 'gzip' };
    const [whole, head] = [await get(headers, path), await get(headers, path, 'HEAD')];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(head.headers.etag).toBe(whole.headers.etag);
  });
});

describe('what has something of the reader in it', () => {
  it('is sent as it is, so that its length tells nothing of a note', async () => {
    const [{ id }] = await t.dataSource.query<[{ id: string }]>(
      'select id from students where school_id = $1 limit 1',
      [school.id],
    );
    await packed('gzip', 'students?full=true');
    await t.api.put(`/students/${id}/note`, { token: parent.token, body: { body: 'Mine' } });
    const { headers, bytes } = await get({ 'accept-encoding': 'gzip' }, 'students?full=true');
    expect([headers['content-encoding'], bytes.includes('"note":"Mine"')]).toEqual([undefined, true]);
  });

  it('is nobody else’s: the next reader gets none of it', async () => {
    const [{ id }] = await t.dataSource.query<[{ id: string }]>(
      'select id from students where school_id = $1 limit 1',
      [school.id],
    );
    await t.api.put(`/students/${id}/note`, { token: parent.token, body: { body: 'Mine' } });
    expect((await get({}, 'students?full=true')).bytes.includes('Mine')).toBe(true);
    parent = await school.parent();
    expect((await get({}, 'students?full=true')).bytes.includes('Mine')).toBe(false);
  });
});

describe('a small answer', () => {
  it('is not packed at all', async () => {
    school = await aSchool(t);
    parent = await school.parent();
    for (let n = 0; n < 5; n += 1) {
      const { headers, bytes } = await get({ 'accept-encoding': 'gzip' });
      expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, '{"students":[]}']);
    }
  });
});
