import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { Note } from '../../../src/features/notes/note.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { sendRaw } from '../../support/http/raw-http.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const MEGABYTE = 1024 * 1024;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** A member, the path of a note that they may write, and how they write it byte by byte. */
async function aNote() {
  const school = await aSchool(t);
  const { id } = await school.student();
  const { token } = await school.parent();
  const path = `/students/${id}/note`;
  const put = (body: string | Buffer, headers: Record<string, string> = {}, as = token): Promise<ApiAnswer> =>
    t.api.put(path, { token: as, body, headers });
  const stored = () => t.dataSource.manager.findBy(Note, { studentId: id });
  return { path, token, put, stored };
}

describe('An address that is none', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/nothing'],
    ['GET', '/me/nothing'],
    ['GET', '/schools'],
    ['POST', '/nothing'],
  ])('leads to 404: %s %s', async (method, path) => {
    const { token } = await aPerson(t);
    for (const request of [{}, { token }]) {
      const answer = await t.api.send(method, path, request);
      expectError(answer, 404, 'not_found');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it.each([
    ['DELETE', '/me'],
    ['POST', '/me'],
    ['GET', '/registration/confirm'],
    ['PATCH', '/students/x/note'],
    ['PUT', '/students/x/star'],
  ])('leads to 404 by another method: %s %s', async (method, path) => {
    const { token } = await aPerson(t);
    expectError(await t.api.send(method, path, { token }), 404, 'not_found');
  });

  it('leads to 404 in another version, without one, or outside the API', async () => {
    const { token } = await aPerson(t);
    for (const path of ['/api/v2/me', '/api/me', '/v1/me', '/api', '/docs/none', '/healthz/none', '/%']) {
      const answer = await fetch(`${t.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: { code: 'not_found', message: expect.any(String) } },
      ]);
    }
  });
});

describe('Malformed JSON', () => {
  it.each(['{', '{"body":', '{"body":"x"', "{'body':'x'}", 'body=x', '{"body":"x"}}', '\0', '\ufeff{'])(
    'leads to a refusal that does not quote it: %j',
    async (text) => {
      const { put, stored } = await aNote();
      const answer = await put(text);
      expectError(answer, 400, 'validation_failed');
      expect(answer.body.error.message).toBe('The body is not a valid JSON object.');
      expect(await stored()).toEqual([]);
    },
  );

  it('stays unread before the caller is known and may see the student', async () => {
    const { path, put } = await aNote();
    const stranger = await (await aSchool(t)).admin();
    expectError(await t.api.put(path, { body: '{' }), 401, 'not_authenticated');
    expectError(await put('{', {}, stranger.token), 404, 'not_found');
  });

  it('cannot reach into the language', async () => {
    const { put } = await aNote();
    expectInvalid(await put('{"__proto__":{"body":"Mine"}}'), 'body');
    expectInvalid(await put('{"constructor":{"prototype":{"body":"Mine"}}}'), 'body');
  });
});

describe('A body of an unusual kind', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    '',
  ])('leads to a refusal when it is called %j, by what it should be called', async (type) => {
    const { put, stored } = await aNote();
    const answer = await put('{"body":"Mine"}', { 'content-type': type });
    expectError(answer, 400, 'validation_failed');
    expect(answer.body.error.message).toBe(
      'The body should be JSON, sent with Content-Type: application/json.',
    );
    expect(await stored()).toEqual([]);
  });

  it('leads to a refusal, not to a change of nothing', async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    const signup = await aSignup(t, school, { Cake: { capacity: 9 } });
    const id = await signup.claimed(parent, 'Cake');
    const change = (type: string): Promise<ApiAnswer> =>
      signup.change(parent, id, { quantity: 2 }, { headers: { 'content-type': type } });
    expectError(await change('application/x-www-form-urlencoded'), 400, 'validation_failed');
    expect((await change('application/json')).body.quantity).toBe(2);
  });

  it.each<[string, Record<string, string>]>([
    ['a character set that nobody knows', { 'content-type': 'application/json; charset=klingon' }],
    ['a compression that nobody knows', { 'content-encoding': 'zip' }],
    ['a compression that it has not', { 'content-encoding': 'gzip' }],
  ])('leads to a refusal with %s', async (_what, headers) => {
    const { put } = await aNote();
    expectError(await put('{"body":"Mine"}', headers), 400, 'validation_failed');
  });

  it('passes compressed, and as any JSON type', async () => {
    const { path, token, put } = await aNote();
    const json = { 'content-type': 'application/vnd.school+json; charset=UTF-8' };
    expect((await put('{"body":"Plain"}', json)).status).toBe(200);
    const packed = await sendPacked(path, token, gzipSync('{"body":"Packed"}'));
    expect(packed.status).toBe(200);
    expect((await t.api.get(path, { token })).body.note.body).toBe('Packed');
  });

  it('leads to a refusal when it is nested too deeply, and costs no stack', async () => {
    const { put } = await aNote();
    const nested = (depth: number): string => `{"body":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const deep = [nested(100), nested(100_000), `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`];
    for (const body of deep) expectError(await put(body), 400, 'validation_failed');
  });
});

describe('A body over 1 MB', () => {
  const note = (bytes: number): string => `{"body":"${'x'.repeat(bytes - '{"body":""}'.length)}"}`;

  it('leads to a refusal one byte over, and passes at exactly 1 MB', async () => {
    const { put, stored } = await aNote();
    expectError(await put(note(MEGABYTE + 1)), 413, 'payload_too_large');
    expectInvalid(await put(note(MEGABYTE)), 'body');
    expect(await stored()).toEqual([]);
  });

  it('leads to a refusal when it only says afterwards how long it is', async () => {
    const { path, token } = await aNote();
    const head = [
      `PUT /api/v1${path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const chunks = `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(17);
    const answer = await sendRaw(t.url, `${head}\r\n\r\n${chunks}0\r\n\r\n`);
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  });

  it('leads to a refusal when it is small only while it is packed', async () => {
    const { path, token } = await aNote();
    const answer = await sendPacked(path, token, gzipSync(note(50 * MEGABYTE)));
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  });

  it('stays unread when it comes from a stranger', async () => {
    const { path, put } = await aNote();
    const stranger = await (await aSchool(t)).parent();
    expectError(await t.api.put(path, { body: note(2 * MEGABYTE) }), 401, 'not_authenticated');
    expectError(await put(note(2 * MEGABYTE), {}, stranger.token), 404, 'not_found');
  });
});

async function sendPacked(path: string, token: string, body: Buffer) {
  const response = await fetch(`${t.url}/api/v1${path}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as ApiAnswer['body'] };
}

describe('A request that cannot be parsed', () => {
  it.each([
    ['/students/%E0%A4%A', 404, 'not_found'],
    ['/students/%', 404, 'not_found'],
    ['/students/%C0%AF/note', 404, 'not_found'],
    ['/schools/%FF/students?q=%FF', 403, 'not_authorized'],
  ] as const)(
    'names an unknown id when its percent-encoding is malformed, as its operation refuses one: %s',
    async (path, status, code) => {
      const { token } = await aPerson(t);
      expectError(await t.api.get(path, { token }), status, code);
      expectError(await t.api.get(path), 401, 'not_authenticated');
    },
  );

  it.each([
    [
      'too many bytes in its head',
      413,
      'payload_too_large',
      `GET / HTTP/1.1\r\nX: ${'a'.repeat(300_000)}\r\n\r\n`,
    ],
    ['no HTTP', 400, 'validation_failed', 'HELLO\r\n\r\n'],
    [
      'a header that is none',
      400,
      'validation_failed',
      'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n',
    ],
    [
      'two lengths',
      400,
      'validation_failed',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
  ])('gets an answer in the body of the contract: %s', async (_what, status, code, request) => {
    const answer = await sendRaw(t.url, request);
    expect([answer.status, answer.body]).toEqual([status, { error: { code, message: expect.any(String) } }]);
    expect(answer.head).toMatch(/content-type: application\/json/i);
    expect(answer.head).toMatch(/^cache-control: private, no-store\r$/im);
  });

  it('gets one answer where it cannot be read to its end', async () => {
    const request = 'POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\nx';
    expect((await sendRaw(t.url, request)).status).toBe(400);
  });
});

describe('X-Request-Id', () => {
  it('names every answer anew, and is not taken from the client', async () => {
    const { token } = await aPerson(t);
    const given = '11111111-1111-4111-8111-111111111111';
    const answers = [
      await t.api.get('/me', { token, headers: { 'x-request-id': given } }),
      await t.api.get('/me', { token }),
      await t.api.get('/me'),
      await t.api.get('/nothing'),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set([...ids, given]).size).toBe(5);
  });
});
