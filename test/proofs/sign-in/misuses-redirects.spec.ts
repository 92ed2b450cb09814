import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword } from '../../support/application.factory.js';
import {
  aPublicApp,
  type Fields,
  fieldsOf,
  type OauthApp,
  REDIRECT,
} from '../../support/sign-in/oauth-app.js';
import { SigningBrowser, startAtItsAddress, type ShownPage } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';

const LOOPBACK = 'http://127.0.0.1/callback';
const OWN_SCHEME = 'org.school.app:/callback';

let t: TestApp;
let web: OauthApp;
let native: OauthApp;
beforeAll(async () => {
  t = await startAtItsAddress();
  web = await aPublicApp(t);
  native = await aPublicApp(t, { redirectUris: [LOOPBACK, OWN_SCHEME], isNative: true });
});
afterAll(() => t.close());

const opened = (app: OauthApp, asked: Fields): Promise<ShownPage> =>
  new SigningBrowser(t.url).open(app.address(asked));

/** It is told on a page of ours, and nobody is sent anywhere. */
function expectToldHere({ status, url, headers, html }: ShownPage, error: string): void {
  expect([status, url.origin, headers.get('location')]).toEqual([400, t.url, null]);
  expect(html).toContain(`<code>${error}`);
  expect(html + headers.get('content-security-policy')).not.toContain('evil');
}

describe('A redirect', () => {
  it.each<[string, Fields['redirect_uri']]>([
    ['to another host', 'https://evil.example.org/callback'],
    ['to another path', 'https://app.example.org/evil'],
    ['to a longer path', `${REDIRECT}/evil`],
    ['to a path that begins alike', `${REDIRECT}-evil`],
    ['to a part of it', 'https://app.example.org/'],
    ['to a path that leads there', 'https://app.example.org/evil/../callback'],
    ['to a host that begins alike', 'https://app.example.org.evil.org/callback'],
    ['to a host that ends alike', 'https://evil-app.example.org/callback'],
    ['to another port', 'https://app.example.org:8443/callback'],
    ['without encryption', 'http://app.example.org/callback'],
    ['to another scheme', 'javascript://app.example.org/callback'],
    ['with a query of its own', `${REDIRECT}?evil=1`],
    ['with a fragment', `${REDIRECT}#evil`],
    ['with a name before the host', 'https://app.example.org@evil.org/callback'],
    ['with a name before its own host', 'https://evil@app.example.org/callback'],
    ['in capitals', 'HTTPS://APP.EXAMPLE.ORG/callback'],
    ['with a blank after it', `${REDIRECT} `],
    ['to no whole address', '/callback'],
    ['of an app on a device', OWN_SCHEME],
  ])('refuses one %s', async (_, uri) => {
    expectToldHere(await opened(web, { redirect_uri: uri }), 'invalid_redirect_uri');
  });

  it.each<[string, Fields['redirect_uri']]>([
    ['none at all', undefined],
    ['an empty one', ''],
    ['two of them', [REDIRECT, 'https://evil.example.org/callback']],
  ])('refuses %s', async (_, uri) => {
    expectToldHere(await opened(web, { redirect_uri: uri }), 'invalid_request');
  });

  it.each([
    ['another path on the machine itself', 'http://127.0.0.1:4711/evil'],
    ['localhost for 127.0.0.1', 'http://localhost:4711/callback'],
    ['another machine of the loop', 'http://127.0.0.2:4711/callback'],
    ['the address written in IPv6', 'http://[::1]:4711/callback'],
    ['a name that begins like the machine', 'http://127.0.0.1.evil.org/callback'],
    ['a name before the machine', 'http://127.0.0.1:4711@evil.org/callback'],
    ['the scheme of another app', 'org.evil.app:/callback'],
    ['another path of its scheme', 'org.school.app:/evil'],
    ['a host in its scheme', 'org.school.app://evil/callback'],
  ])('refuses %s, of an app on a device', async (_, uri) => {
    expectToldHere(await opened(native, { redirect_uri: uri }), 'invalid_redirect_uri');
  });

  it('refuses a port on the machine itself that a web app was not registered with', async () => {
    const local = await aPublicApp(t, { redirectUris: ['http://127.0.0.1:5173/callback'] });
    expectToldHere(
      await opened(local, { redirect_uri: 'http://127.0.0.1:4711/callback' }),
      'invalid_redirect_uri',
    );
  });

  it('sends no error to an address of an application that nobody knows', async () => {
    const asked = { client_id: crypto.randomUUID(), redirect_uri: 'https://evil.example.org/callback' };
    expectToldHere(await opened(web, asked), 'invalid_client');
    expectToldHere(await opened(web, { ...asked, client_id: 'no id' }), 'invalid_client');
    expectToldHere(await opened(web, { ...asked, client_id: undefined }), 'invalid_request');
  });

  it.each<[string, Fields]>([
    ['a response type', { response_type: 'token' }],
    ['a challenge that is missing', { code_challenge: undefined }],
    ['a request object', { request: 'x.y.z' }],
    ['a prompt', { prompt: 'evil' }],
    ['a parameter that comes twice', { state: ['a', 'b'] }],
  ])('sends no error about %s to an address that is not registered', async (_, wrong) => {
    const { status, url, headers } = await opened(web, {
      redirect_uri: 'https://evil.example.org/',
      ...wrong,
    });
    expect([status, url.origin, headers.get('location')]).toEqual([400, t.url, null]);
  });
});

describe('After signing out', () => {
  const signOutOf = (asked: Fields): Promise<ShownPage> =>
    new SigningBrowser(t.url).open(`/oauth/sign-out?${fieldsOf(asked).toString()}`);

  it.each([
    ['another host', 'https://evil.example.org/'],
    ['another path', 'https://app.example.org/evil'],
    ['a host that begins alike', 'https://app.example.org.evil.org/callback'],
    ['a scheme that runs a script', 'javascript:alert(1)'],
    ['an address without its scheme', '//evil.example.org/'],
  ])('refuses to lead to %s', async (_, uri) => {
    const { id_token } = await web.tokens(await aPersonWithPassword(t));
    for (const known of [{ client_id: web.clientId }, { id_token_hint: id_token }])
      expectToldHere(await signOutOf({ post_logout_redirect_uri: uri, ...known }), 'invalid_request');
  });

  it('leads nowhere for an application that is not named', async () => {
    const browser = new SigningBrowser(t.url);
    await browser.open(`/oauth/sign-out?post_logout_redirect_uri=${encodeURIComponent(REDIRECT)}`);
    const { url } = await browser.submit('/oauth/sign-out/confirm');
    expect(url.href).toBe(`${t.url}/oauth/sign-out/success`);
  });
});
