import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { Api } from '../../src/mcp/api.js';
import { ApiStub } from '../support/stubs/api-stub.js';
import { callTool, connectClient } from '../support/processes/tool-server.js';
import { ADDITIVE, addressOf, argumentsOf, SPECIFIED } from './operations.js';

const TOKEN = 'token-of-one-user';
let stub: ApiStub;
let client: Client;

beforeAll(async () => {
  stub = await ApiStub.start();
  client = await connectClient({ API_TOKEN: TOKEN, API_BASE_URL: stub.url, API_TOOLS: 'extended' });
});
afterAll(async () => {
  await client.close();
  await stub.close();
});

const seen = () => stub.requests.map(({ method, url }) => `${method} ${url}`);

function expectUnreachable({ text, isError }: { text: string; isError: boolean }): void {
  expect(isError).toBe(true);
  const { error } = JSON.parse(text) as { error: object };
  expect(error).toEqual({ code: 'upstream_unreachable', message: expect.any(String) });
  expect(text).not.toMatch(new RegExp(`${TOKEN}|127\\.0\\.0\\.1|localhost|:\\d{4}|ECONN`));
}

describe('a call', () => {
  it.each(Object.entries({ ...SPECIFIED, ...ADDITIVE }))(
    'sends for %s exactly one GET of %s',
    async (name, path) => {
      stub.answers('{"done":true}');
      const given = argumentsOf(path, {});
      await callTool(client, name, given);
      expect(seen()).toEqual([`GET /api/v1${addressOf(path, given)}`]);
      expect(stub.requests[0]!.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` });
      expect(stub.requests[0]!.headers).not.toHaveProperty('if-none-match');
    },
  );

  it.each([
    ['a/b', 'a%2Fb'],
    ['../me', '..%2Fme'],
    ['..\\me', '..%5Cme'],
    ['%2e%2e', '%252e%252e'],
    ['x?full=true', 'x%3Ffull%3Dtrue'],
    ['x#y', 'x%23y'],
    ['//evil.example', '%2F%2Fevil.example'],
    ['@evil.example', '%40evil.example'],
    [' ', '%20'],
    ['\r\nhost: evil', '%0D%0Ahost%3A%20evil'],
    ['...', '...'],
    ['é\u0000', '%C3%A9%00'],
  ])('keeps %j in its segment of the path', async (studentId, segment) => {
    stub.answers('{}');
    await callTool(client, 'get_student_note', { studentId });
    expect(seen()).toEqual([`GET /api/v1/students/${segment}/note`]);
  });

  it('keeps an argument in its place in the query', async () => {
    stub.answers('{}');
    await callTool(client, 'list_students', { schoolId: 's', q: 'a&full=true#?/ é+%', graduationYear: 2031 });
    const url = stub.requests[0]?.url ?? '';
    expect([...new URL(url, stub.url).searchParams]).toEqual([
      ['q', 'a&full=true#?/ é+%'],
      ['graduationYear', '2031'],
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['get_student', {}, 'studentId'],
    ['get_student', { studentId: '' }, 'studentId'],
    ['get_student', { studentId: '.' }, 'studentId'],
    ['get_student', { studentId: '..' }, 'studentId'],
    ['get_student', { studentId: '\ud800' }, 'studentId'],
    ['get_student', { studentId: 7 }, 'studentId'],
    ['get_student', { studentId: null }, 'studentId'],
    ['get_student', { studentId: 'a', student_id: 'a' }, 'student_id'],
    ['get_me', { schoolId: 'a' }, 'schoolId'],
    ['list_students', { schoolId: 's', full: true }, 'full'],
    ['list_students', { schoolId: 's', full: 'false' }, 'full'],
    ['list_students', { schoolId: 's', graduationYear: '2031' }, 'graduationYear'],
    ['list_students', { schoolId: 's', graduationYear: 2031.5 }, 'graduationYear'],
    ['get_menus_week', { schoolId: 's' }, 'start'],
  ])('refuses %s with %j in the shape of the API, and asks nothing', async (name, given, path) => {
    stub.answers('{}');
    const { text, isError } = await callTool(client, name, given);
    expect({ isError, ...JSON.parse(text) }).toEqual({
      isError: true,
      error: {
        code: 'validation_failed',
        message: `Wrong arguments: ${path}.`,
        fields: [{ path, message: expect.any(String) }],
      },
    });
    expect(seen()).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    ['{ "spaces" : [ ],\r\n\t"escapes":"\\u00e9\\/\\ud83d\\ude00", "n":1.0e+2, "n":2 }\n'],
    ['"\u2028é😀﷽"'],
    ['null'],
    [`{"long":"${'ß'.repeat(2_000_000)}"}`],
  ])('reaches the caller with every byte', async (text) => {
    stub.answers(text);
    expect(await callTool(client, 'get_me')).toEqual({ text, isError: false });
  });

  it.each([400, 401, 403, 404, 409, 413, 429, 500, 502, 503])(
    'with status %d is an error, unchanged',
    async (status) => {
      const text = '{ "error": {"code":"any", "message":"Any\\u002e", "reason":"new"} }';
      stub.answers(text, status);
      expect(await callTool(client, 'get_me')).toEqual({ text, isError: true });
      expect(seen()).toHaveLength(1);
    },
  );

  it.each([301, 302, 303, 307, 308])('ends the call when it redirects (%d)', async (status) => {
    stub.answers('{}', status, { location: `${stub.url}/api/v1/me/contact` });
    expectUnreachable(await callTool(client, 'get_me'));
    expect(seen()).toEqual(['GET /api/v1/me']);
  });

  it.each<[string, string | Buffer, number]>([
    ['a page', '<html>Sign in to the network</html>', 200],
    ['a page of a proxy', '<html>Bad gateway</html>', 502],
    ['nothing', '', 200],
    ['half of one', '{"user":', 200],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 200],
    ['a mark before it', '\ufeff{}', 200],
    ['more than is bearable', `"${'x'.repeat(8 * 1024 * 1024)}"`, 200],
  ])('counts as none when it is %s', async (_, body, status) => {
    stub.answers(body, status);
    expectUnreachable(await callTool(client, 'get_me'));
    expect(seen()).toHaveLength(1);
  });

  it('counts as none when it breaks off', async () => {
    stub.does((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"user"', () => response.destroy());
    });
    expectUnreachable(await callTool(client, 'get_me'));
    expect(seen()).toHaveLength(1);
  });

  it('ends the call when it never ends and is too large', async () => {
    stub.does((response) => {
      const more = () => response.destroyed || response.write(' '.repeat(65_536), () => setImmediate(more));
      more();
    });
    expectUnreachable(await callTool(client, 'get_me'));
  });

  it('counts as none when the server is not there', async () => {
    const gone = await ApiStub.start();
    const { url } = gone;
    await gone.close();
    const alone = await connectClient({ API_TOKEN: TOKEN, API_BASE_URL: url });
    expectUnreachable(await callTool(alone, 'get_me'));
    await alone.close();
  });

  it.each<[string, (stub: ApiStub) => void]>([
    ['does not come', (silent) => silent.does(() => undefined)],
    ['does not end', (slow) => slow.does((response) => void response.writeHead(200).write('{'))],
  ])('counts as none when it %s in time', async (_, behaviour) => {
    behaviour(stub);
    const api = new Api(`${stub.url}/api/v1`, TOKEN, { deadlineMs: 1_000, maxBytes: 1000 });
    const answer = await api.get('/me', new AbortController().signal);
    expectUnreachable(answer);
    expect(answer.text).toContain('in time');
    expect(seen()).toHaveLength(1);
  });
});
