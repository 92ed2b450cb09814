import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { callTool } from '../support/processes/tool-server.js';
import { aSchool } from '../support/school.factory.js';
import { expectError } from '../support/errors.js';
import { startPhotoApp, type PhotoApp } from '../support/files/photo-app.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aFamily, type Family } from './a-family.js';
import { ADDITIVE, addressOf, argumentsOf, SPECIFIED } from './operations.js';

const ALLOWED = 'https://app.example.org';

let app: PhotoApp;
let family: Family;
const clients: Client[] = [];
beforeAll(async () => {
  app = await startPhotoApp((settings) => startTestApp({ ...settings, corsOrigins: [ALLOWED] }));
  family = await aFamily(app);
  // The same question has the same answer, with its times.
  app.t.clock.stopAt(app.t.clock.now().toISOString());
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await app.close();
});

type Negotiation = NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation'];

async function connect(token: string, { url } = app.t, versionNegotiation?: Negotiation): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { ...(versionNegotiation && { versionNegotiation }) },
  );
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  clients.push(client);
  return client;
}

const send = (headers: Record<string, string>, body: unknown = LIST, method = 'POST') =>
  fetch(`${app.t.url}/mcp`, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const answerOf = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
  text: '',
});

describe('/mcp', () => {
  it('refuses whoever has no token, and says where to get one', async () => {
    const answer = await answerOf(await send({}));
    expectError(answer, 401, 'not_authenticated');
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${app.t.settings.siteUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
    const wrong = await send({ authorization: 'Bearer x' });
    expect(wrong.headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token", resource_metadata="/,
    );
  });

  it('refuses pages of origins that nobody has named', async () => {
    const authorization = `Bearer ${family.mother.token}`;
    for (const origin of ['https://evil.example', 'null', `${ALLOWED}.evil.example`])
      expectError(await answerOf(await send({ authorization, origin })), 403, 'not_authorized');
    for (const origin of [ALLOWED, app.t.settings.siteUrl])
      expect((await send({ authorization, origin })).status).toBe(200);
  });

  it('tells pages of a named origin which headers they may send', async () => {
    const preflight = await fetch(`${app.t.url}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: ALLOWED, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(ALLOWED);
    const allowed = preflight.headers.get('access-control-allow-headers')!.toLowerCase().split(',');
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name']),
    );
    const refused = await send({ origin: ALLOWED });
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });

  it('refuses what is no message', async () => {
    const authorization = `Bearer ${family.mother.token}`;
    for (const body of [
      '{',
      '"tools"',
      '[]',
      { jsonrpc: '1.0', method: 'x' },
      { jsonrpc: '2.0', id: 1, method: 'no/such' },
    ]) {
      const answer = await send({ authorization }, body);
      const text = await answer.text();
      expect([answer.status < 500, text.includes('error')]).toEqual([true, true]);
    }
    expect((await send({ authorization }, 'x'.repeat(2 * 1024 * 1024))).status).toBe(413);
  });

  it('refuses several messages in one request, of which the answers would be one that nothing bounds', async () => {
    const authorization = `Bearer ${family.mother.token}`;
    const call = { ...LIST, method: 'tools/call', params: { name: 'get_me', arguments: {} } };
    for (const several of [[call], [call, { ...call, id: 2 }]])
      expectError(await answerOf(await send({ authorization }, several)), 400, 'validation_failed');
    expect((await send({ authorization }, call)).status).toBe(200);
  });

  it('keeps neither streams nor sessions', async () => {
    const authorization = `Bearer ${family.mother.token}`;
    for (const method of ['GET', 'DELETE'])
      expect((await send({ authorization }, '', method)).status).toBe(405);
    expect((await send({ authorization })).headers.get('mcp-session-id')).toBeNull();
  });

  it('answers at once whoever wants to be told of changes: there are none', async () => {
    const version = '2026-07-28';
    const headers = {
      authorization: `Bearer ${family.mother.token}`,
      ...{ 'mcp-protocol-version': version, 'mcp-method': 'subscriptions/listen' },
    };
    const answer = await send(headers, {
      ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
    expect(await answer.text()).toMatch(/limit reached|not found/);
  });

  it.each<[string, Negotiation, string]>([
    ['of the newest version of the protocol', { mode: { pin: '2026-07-28' } }, '2026-07-28'],
    ['that finds the version out', { mode: 'auto' }, '2026-07-28'],
    ['of before', { mode: 'legacy' }, '2025-11-25'],
  ])('serves a client %s', async (_which, negotiation, version) => {
    const client = await connect(family.mother.token, app.t, negotiation);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(SPECIFIED).sort());
    const me = await app.t.api.get('/me', { token: family.mother.token });
    expect(await callTool(client, 'get_me')).toEqual({ text: me.text, isError: false });
  });

  it('serves the version before that', async () => {
    const authorization = `Bearer ${family.mother.token}`;
    const hello = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const answer = await (await send({ authorization }, hello)).text();
    expect(answer).toContain('"protocolVersion":"2025-06-18"');
  });

  it.each(Object.entries(SPECIFIED))(
    '%s answers, byte for byte, what the API answers',
    async (name, path) => {
      const { mother, given } = family;
      const own = argumentsOf(path, given);
      const headers = { authorization: `Bearer ${mother.token}` };
      const asked = await fetch(`${app.t.url}/api/v1${addressOf(path, own)}`, { headers });
      const client = clients[0] ?? (await connect(mother.token));
      const { text, isError } = await callTool(client, name, own);
      expect([isError, text]).toEqual([false, await asked.text()]);
    },
  );

  it('hands on what the API refuses, and answers each caller for themselves', async () => {
    const stranger = await (await aSchool(app.t)).parent();
    const client = await connect(stranger.token);
    const refused = await callTool(client, 'get_student', { studentId: family.given.studentId });
    expect([refused.isError, JSON.parse(refused.text)]).toMatchObject([
      true,
      { error: { code: 'not_found' } },
    ]);
    const own = await callTool(client, 'get_me');
    expect(own.text).toContain(stranger.email);
  });
});

describe('/mcp with API_TOOLS=extended', () => {
  let extended: TestApp;
  beforeAll(async () => (extended = await startTestApp({ hasExtendedTools: true })));
  afterAll(() => extended.close());

  it('offers the additive tools', async () => {
    const { token } = await (await aSchool(extended)).parent();
    const { tools } = await (await connect(token, extended)).listTools();
    const names = tools.map(({ name }) => name).sort();
    expect(names).toEqual([...Object.keys(SPECIFIED), ...Object.keys(ADDITIVE)].sort());
  });
});
