import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import * as openid from 'openid-client';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { ASSISTANT_REDIRECT, AssistantHost, signedIn } from '../support/sign-in/assistant-host.js';
import { callTool } from '../support/processes/tool-server.js';
import { SigningBrowser, startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => (t = await startAtItsAddress()));
afterAll(() => t.close());

const anApplication = async (): Promise<string> =>
  (
    await t.app
      .get(ApplicationsService)
      .createPublic({ name: 'Assistant', redirectUris: [ASSISTANT_REDIRECT] })
  ).clientId;

describe('An assistant that knows the address of the site alone', () => {
  it('finds its way by an unmodified client to the students of the person', async () => {
    const person = await aPersonWithPassword(t);
    const host = new AssistantHost(await anApplication());
    const transport = () => new StreamableHTTPClientTransport(new URL('/mcp', t.url), { authProvider: host });
    const [first, client] = [transport(), new Client({ name: 'assistant', version: '1' })];
    await expect(client.connect(first)).rejects.toThrow(UnauthorizedError);
    expect(host.asked!.searchParams.get('resource')).toBe(`${t.url}/mcp`);
    const { searchParams } = await signedIn(t, host.asked!, person.email);
    await first.finishAuth(searchParams);
    const again = new Client({ name: 'assistant', version: '1' });
    await again.connect(transport());
    const { text } = await t.api.get('/me', { token: host.held!.access_token });
    expect((await callTool(again, 'get_me')).text).toBe(text);
    expect((await again.listTools()).tools.map(({ name }) => name)).toContain('list_students');
    await again.close();
  });
});

describe('The metadata of what is protected', () => {
  it.each(['', '/api/v1', '/mcp'])('leads from "%s" to the authorization server', async (path) => {
    const answer = await fetch(`${t.url}/.well-known/oauth-protected-resource${path}`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const metadata = (await answer.json()) as { resource: string; authorization_servers: [string] };
    expect(metadata.resource).toBe(t.url + path);
    const [issuer] = metadata.authorization_servers;
    const found = await openid.discovery(new URL(issuer), await anApplication(), undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    });
    expect(found.serverMetadata().issuer).toBe(issuer);
  });

  it('stands in the challenge of a refusal', async () => {
    const refused = await fetch(`${t.url}/api/v1/me`);
    const [, address] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!) ?? [];
    expect(((await (await fetch(address!)).json()) as { resource: string }).resource).toBe(`${t.url}/api/v1`);
  });

  it('stands in no refusal of the operation that gives tokens', async () => {
    const refused = await fetch(`${t.url}/api/v1/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('x:y')}` },
      body: '{}',
    });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null]);
  });
});

describe('A resource that an application names', () => {
  const authorize = async (resource: string): Promise<URL> => {
    const { email } = await aPersonWithPassword(t);
    const clientId = await anApplication();
    const config = await openid.discovery(new URL(t.url), clientId, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    });
    const challenge = await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier());
    const asked = openid.buildAuthorizationUrl(config, {
      ...{
        redirect_uri: ASSISTANT_REDIRECT,
        scope: 'openid',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      },
      ...{ state: 'x', resource },
    });
    const browser = new SigningBrowser(t.url);
    const shown = await browser.open(asked.href);
    if (shown.url.origin !== new URL(t.url).origin) return shown.url;
    return (await browser.submit('/password', { email, password: PASSWORD })).url;
  };

  it.each(['', '/', '/api/v1', '/mcp'])(
    'counts where it is %j behind the address of the site',
    async (path) => {
      expect((await authorize(t.url + path)).searchParams.get('code')).toMatch(/./);
    },
  );

  it.each(['https://elsewhere.example/mcp', 'urn:other', '/mcp/', '/api/v2'])(
    'leads to a refusal: %s',
    async (given) => {
      const resource = given.startsWith('/') ? t.url + given : given;
      expect((await authorize(resource)).searchParams.get('error')).toBe('invalid_target');
    },
  );
});
