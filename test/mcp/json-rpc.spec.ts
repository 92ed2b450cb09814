import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ApiStub } from '../support/stubs/api-stub.js';
import { INITIALIZE, RawToolServer, toolCall } from '../support/processes/tool-server.js';

const TOKEN = 'token-of-one-user';
let stub: ApiStub;
let server: RawToolServer;

beforeAll(async () => (stub = await ApiStub.start()));
afterAll(() => stub.close());
beforeEach(() => {
  stub.answers('{"user":1}');
  server = new RawToolServer({ API_TOKEN: TOKEN, API_BASE_URL: stub.url });
});
afterEach(async () => {
  await server.end();
  expect(server.stderr).toBe('');
  expect(server.stdout).not.toContain(TOKEN);
});

const text = (of: string) => ({ content: [{ type: 'text', text: of }] });

describe('raw JSON-RPC', () => {
  it('gets its answer in the version that was asked for', async () => {
    server.write(INITIALIZE, { method: 'notifications/initialized' }, { id: 1, method: 'tools/list' });
    expect((await server.answerTo(0)).result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'school-directory' },
    });
    expect((await server.answerTo(1)).result.tools).toHaveLength(18);
    expect(await server.end()).toBe(0);
  });

  it('works as the revision of 2026 has it, without a handshake', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    server.write({ id: 1, method: 'tools/call', params: { name: 'get_me', arguments: {}, _meta } });
    expect((await server.answerTo(1)).result).toMatchObject(text('{"user":1}'));
    expect(await server.end()).toBe(0);
  });

  it('without an arguments object is refused politely, and asks nothing', async () => {
    server.write(INITIALIZE, toolCall(1, 'get_me'), toolCall(2, 'get_me', null), toolCall(3, 'get_me', []));
    expect((await server.answerTo(1)).error).toEqual({
      code: -32602,
      message: expect.stringMatching(/needs an arguments object.*"arguments": \{\}/),
    });
    expect((await server.answerTo(2)).error!.code).toBe(-32602);
    expect((await server.answerTo(3)).error!.code).toBe(-32602);
    expect(stub.requests).toEqual([]);
    server.write(toolCall(4, 'get_me', {}));
    expect((await server.answerTo(4)).result).toEqual(text('{"user":1}'));
    expect(stub.requests).toHaveLength(1);
    expect(await server.end()).toBe(0);
  });

  it.each(['get_poll', 'delete_student', '', 'constructor', '__proto__'])(
    'gets a refusal when it calls %j, which is not offered',
    async (name) => {
      server.write(INITIALIZE, toolCall(1, name, {}));
      expect((await server.answerTo(1)).error).toMatchObject({ code: -32602, message: expect.any(String) });
      expect(stub.requests).toEqual([]);
    },
  );

  it.each(['resources/list', 'prompts/list', 'no/such'])(
    'with the method %s, unknown here, is refused',
    async (method) => {
      server.write(INITIALIZE, { id: 1, method });
      expect((await server.answerTo(1)).error).toMatchObject({ code: -32601 });
    },
  );

  it('comes after rubbish: each line is refused, and the next is heard', async () => {
    server.write(
      'rubbish {',
      '',
      '[]',
      '"text"',
      'null',
      '{"jsonrpc":"1.0","id":7,"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"yours"}}',
      { ...INITIALIZE },
    );
    await server.answerTo(0);
    const refused = server.messages.filter(({ error }) => error);
    expect(refused.map(({ id, error }) => [id, error!.code])).toEqual([
      [undefined, -32700],
      [undefined, -32600],
      [undefined, -32600],
      [undefined, -32600],
      [7, -32600],
    ]);
    expect(await server.end()).toBe(0);
  });

  it('counts after a line without an end', async () => {
    server.write('x'.repeat(3 * 1024 * 1024), INITIALIZE);
    await server.answerTo(0);
    expect(server.messages.filter(({ error }) => error)).toHaveLength(1);
  });

  it('comes in pieces, in the middle of a letter', async () => {
    const line = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', ...toolCall(1, 'list_students', { schoolId: 's', q: 'é\u2028' }) })}\n`,
    );
    server.write(INITIALIZE);
    for (const byte of line) server.writeBytes(Buffer.from([byte]));
    expect((await server.answerTo(1)).result).toEqual(text('{"user":1}'));
    expect(new URL(stub.requests[0]!.url!, stub.url).searchParams.get('q')).toBe('é\u2028');
  });

  it('ends its request when it is cancelled', async () => {
    const given = new Promise<ServerResponse>((resolve) => stub.does(resolve));
    server.write(INITIALIZE, toolCall(1, 'get_me', {}));
    const response = await given;
    server.write({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await once(response, 'close');
    expect(await server.end()).toBe(0);
    expect(server.messages).toHaveLength(1);
  });
});

describe('the end', () => {
  it('comes cleanly when input alone ends', async () => {
    expect(await server.end()).toBe(0);
    expect(server.stdout).toBe('');
  });

  it('comes after the answer to what was asked before the input ended', async () => {
    server.write(
      INITIALIZE,
      { id: 1, method: 'tools/list' },
      toolCall(2, 'get_me', {}),
      toolCall(3, 'get_my_contact', {}),
    );
    const responses: ServerResponse[] = [];
    stub.does((response) => {
      responses.push(response);
      if (responses.length === 2) setTimeout(() => responses.forEach((one) => one.end('{"late":1}')), 200);
    });
    expect(await server.end()).toBe(0);
    expect(server.messages.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3]);
    expect((await server.answerTo(3)).result).toEqual(text('{"late":1}'));
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s comes at once, in the middle of a call too',
    async (signal) => {
      stub.does(() => undefined);
      const asked = stub.nextRequest();
      server.write(INITIALIZE, toolCall(1, 'get_me', {}));
      await asked;
      const from = performance.now();
      expect(await server.stop(signal)).toBe(0);
      expect(performance.now() - from).toBeLessThan(20_000);
      expect(server.messages).toHaveLength(1);
    },
  );

  it('comes when nobody reads any more', async () => {
    server.write(INITIALIZE);
    await server.answerTo(0);
    const exit = server.stopReading();
    server.write({ id: 1, method: 'ping' });
    expect(await exit).toBe(0);
  });
});
