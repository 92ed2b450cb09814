import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { ClientDocuments } from '../../src/features/oauth/documents/client-documents.service.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { callTool } from '../support/processes/tool-server.js';
import { ASSISTANT_REDIRECT, AssistantHost, signedIn } from '../support/sign-in/assistant-host.js';
import { type ShownPage, SigningBrowser, startAtItsAddress } from '../support/sign-in/signing-browser.js';
import { DocumentHost } from '../support/stubs/document-host.js';
import type { TestApp } from '../support/test-app.js';

let t: TestApp;
let host: DocumentHost;
/** Longer than twelve people need to ask at once, on a machine that does other work besides. */
const WAITS_MS = 3_000;
beforeAll(async () => {
  [t, host] = await Promise.all([startAtItsAddress({ upstreamTimeoutMs: WAITS_MS }), DocumentHost.start()]);
  await documents().allow(host.origin);
});
afterAll(() => Promise.all([t.close(), host.close()]));

const documents = (): ClientDocuments => t.app.get(ClientDocuments);
const DOCUMENT = { client_name: 'Assistant', redirect_uris: [ASSISTANT_REDIRECT] };

const addressFor = (clientId: string, redirect = ASSISTANT_REDIRECT): string => {
  const asked = new URL('/oauth/authorize', t.url);
  asked.search = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirect, response_type: 'code', scope: 'openid', state: 'x' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
  }).toString();
  return asked.href;
};

/** The page that an application with this client id sends people to. */
const opened = (clientId: string, redirect?: string): Promise<ShownPage> =>
  new SigningBrowser(t.url).open(addressFor(clientId, redirect));

const isTaken = async (clientId: string, redirect?: string): Promise<boolean> =>
  (await opened(clientId, redirect)).url.pathname.startsWith('/sign-in/');

describe('A document', () => {
  let other: DocumentHost;
  beforeAll(async () => (other = await DocumentHost.start()));
  afterAll(() => other.close());

  it('stays unasked for on a host that the operator has not allowed', async () => {
    expect(await isTaken(other.puts('/client.json', DOCUMENT))).toBe(false);
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['about another client', { client_id: 'https://assistant.example/client.json' }],
    ['with a secret', { client_secret: 'x' }],
    ['with a method for secrets', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['with a key', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['without an address to come back to', { redirect_uris: [] }],
    [
      'with too many of them',
      { redirect_uris: Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`) },
    ],
    ['with http far away', { redirect_uris: ['http://assistant.example/callback'] }],
    ['with a fragment', { redirect_uris: [`${ASSISTANT_REDIRECT}#here`] }],
    ['with a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['without a name', { client_name: ' ' }],
    ['of a long name', { client_name: 'x'.repeat(101) }],
  ])('counts for nothing: %s', async (_what, said) => {
    expect(await isTaken(host.puts('/refused.json', { ...DOCUMENT, ...said }))).toBe(false);
    expect(host.asked.at(-1)).toBe('/refused.json');
  });

  it.each([
    ['no JSON', 200, '<html>'],
    ['a list', 200, '[]'],
    ['too large', 200, `"${'x'.repeat(20_000)}"`],
    ['a redirect', 302, ''],
    ['a fault', 500, '{}'],
  ])('counts for nothing: %s', async (_what, status, body) => {
    host.answer(
      '/odd.json',
      (response) => void response.writeHead(status, { location: '/client.json' }).end(body),
    );
    expect(await isTaken(`${host.origin}/odd.json`)).toBe(false);
    expect(host.asked.at(-1)).toBe('/odd.json');
  });

  it.each(['/a/../client.json', '/a/%2e%2e/client.json', '/client.json#x', '', '/', '/client.json?a=b c'])(
    'stays unasked for at an address that is none: %s',
    async (path) => {
      const before = host.asked.length;
      expect(await isTaken(host.origin + path)).toBe(false);
      expect(host.asked).toHaveLength(before);
    },
  );

  it.each(['\0', 'https://assistant.example/\0'])(
    'counts for nothing: a client id that PostgreSQL cannot hold, %j',
    async (clientId) => {
      const form = new URLSearchParams({ grant_type: 'authorization_code', code: 'x', client_id: clientId });
      const page = await fetch(addressFor(clientId), { redirect: 'manual' });
      const token = await fetch(`${t.url}/oauth/token`, { method: 'POST', body: form });
      expect([page.status, token.status]).toEqual([400, 401]);
    },
  );

  it('ends without being waited for for ever', async () => {
    host.answer('/silent.json', () => undefined);
    expect(await isTaken(`${host.origin}/silent.json`)).toBe(false);
  });

  it('stays unasked for where eight others are being read', async () => {
    const paths = Array.from({ length: 12 }, (_, at) => `/slow/${at}.json`);
    for (const path of paths) host.answer(path, () => undefined);
    const taken = await Promise.all(paths.map((path) => isTaken(host.origin + path)));
    expect(taken).not.toContain(true);
    expect(host.asked.filter((path) => path.startsWith('/slow/'))).toHaveLength(8);
  });

  it('lets nobody be sent where it does not lead', async () => {
    const clientId = host.puts('/strict.json', DOCUMENT);
    expect(await isTaken(clientId, 'https://evil.example/callback')).toBe(false);
    expect(await isTaken(clientId)).toBe(true);
  });

  it('answers many who sign in at once by one reading, and is read anew after an hour', async () => {
    const clientId = host.puts('/busy.json', DOCUMENT);
    const pages = await Promise.all(Array.from({ length: 8 }, () => isTaken(clientId)));
    expect(pages).toEqual(Array.from({ length: 8 }, () => true));
    const times = () => host.asked.filter((path) => path === '/busy.json').length;
    expect(times()).toBe(1);
    t.clock.advance(61 * 60_000);
    expect(await isTaken(clientId)).toBe(true);
    expect(times()).toBe(2);
  });

  it('counts as it was read last while its host does not answer', async () => {
    const clientId = host.puts('/down.json', DOCUMENT);
    expect(await isTaken(clientId)).toBe(true);
    host.answer('/down.json', (response) => void response.writeHead(503).end());
    t.clock.advance(61 * 60_000);
    expect(await isTaken(clientId)).toBe(true);
  });

  it('goes when nobody has a session by it and a hundred are newer', async () => {
    for (let at = 0; at < 105; at += 1) await isTaken(host.puts(`/many/${at}.json`, DOCUMENT));
    expect(await documents().listAllowed()).toMatchObject([{ origin: host.origin, clients: 100 }]);
  });
});

describe('An assistant that nobody has registered', () => {
  const signIn = async (path: string) => {
    const person = await aPersonWithPassword(t);
    const assistant = new AssistantHost(host.puts(path, DOCUMENT));
    const transport = () =>
      new StreamableHTTPClientTransport(new URL('/mcp', t.url), { authProvider: assistant });
    const [first, client] = [transport(), new Client({ name: 'assistant', version: '1' })];
    await expect(client.connect(first)).rejects.toThrow(UnauthorizedError);
    const { searchParams } = await signedIn(t, assistant.asked!, person.email);
    await first.finishAuth(searchParams);
    return { assistant, transport, person };
  };

  it('finds its way by an unmodified client to the students of the person', async () => {
    const { transport } = await signIn('/way.json');
    const client = new Client({ name: 'assistant', version: '1' });
    await client.connect(transport());
    expect((await callTool(client, 'get_me')).isError).toBeFalsy();
    await client.close();
  });

  it('shows its host beside its name on the page that asks each time', async () => {
    const person = await aPersonWithPassword(t);
    const browser = new SigningBrowser(t.url);
    const asked = addressFor(host.puts('/named.json', DOCUMENT));
    await browser.open(asked);
    const { html } = await browser.submit('/password', { email: person.email, password: PASSWORD });
    expect(html).toContain(`Assistant (${new URL(host.origin).host})`);
    expect((await browser.submit('/consent', { answer: 'allow' })).url.searchParams.get('code')).toMatch(/./);
    // The second time, too.
    expect((await browser.open(asked)).html).toContain('/consent"');
  });

  it('stands among the sessions of the person, and ends when the operator takes the host back', async () => {
    const { assistant } = await signIn('/ending.json');
    const token = assistant.held!.access_token;
    expect((await t.api.get('/me', { token })).status).toBe(200);
    await documents().disallow(host.origin);
    expect((await t.api.get('/me', { token })).status).toBe(401);
    expect(await isTaken(`${host.origin}/ending.json`)).toBe(false);
    await documents().allow(host.origin);
    expect(await isTaken(`${host.origin}/ending.json`)).toBe(true);
  });

  it('stays out for good once the operator has revoked it', async () => {
    const clientId = host.puts('/revoked.json', DOCUMENT);
    expect(await isTaken(clientId)).toBe(true);
    const listed = await t.app.get(ApplicationsService).list();
    const { client_id } = listed.find((one) => one.document_url === clientId)!;
    await t.app.get(ApplicationsService).revoke(client_id);
    t.clock.advance(61 * 60_000);
    expect(await isTaken(clientId)).toBe(false);
  });
});

describe('A host', () => {
  it.each([
    ['http://assistant.example', 'is no host with https'],
    ['assistant.example', 'is no host with https'],
    ['https://me@assistant.example', 'is no host with https'],
    ['https://assistant.example/clients', 'has more than a host'],
    ['https://assistant.example/?x', 'has more than a host'],
  ])('counts only with https and nothing behind it: %s', (given, refusal) => {
    expect(() => documents().allow(given)).toThrow(refusal);
  });

  it('counts once, whatever the capitals', async () => {
    expect(await documents().allow('https://Assistant.Example/')).toBe('https://assistant.example');
    await documents().allow('https://assistant.example');
    const origins = (await documents().listAllowed()).map(({ origin }) => origin);
    expect(origins.filter((origin) => origin === 'https://assistant.example')).toHaveLength(1);
    await documents().disallow('https://assistant.example');
    await expect(documents().disallow('https://assistant.example')).rejects.toThrow('is not allowed');
  });

  it('stands in the metadata as a way to be known', async () => {
    const metadata = await fetch(`${t.url}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ client_id_metadata_document_supported: true });
  });
});
