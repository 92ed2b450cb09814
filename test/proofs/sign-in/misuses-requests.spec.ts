import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnsecuredJWT } from 'jose';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { anApplication, aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import {
  aConfidentialApp,
  aPublicApp,
  type Fields,
  oauthAnswer,
  OauthApp,
  REDIRECT,
} from '../../support/sign-in/oauth-app.js';
import type { Person } from '../../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';

let t: TestApp;
let web: OauthApp;
let confidential: OauthApp;
let person: Person;
beforeAll(async () => {
  t = await startAtItsAddress();
  web = await aPublicApp(t);
  confidential = await aConfidentialApp(t);
  person = await aPersonWithPassword(t);
});
afterAll(() => t.close());

/** What the application is told at its own address, by somebody who is signed in. */
async function told(asked: Fields): Promise<Record<string, string>> {
  const { url, html } = await web.signIn(person, asked);
  const [query, fragment] = [url.searchParams, new URLSearchParams(url.hash.slice(1))];
  return { ...Object.fromEntries([...query, ...fragment]), html };
}

describe('What an application asks for', () => {
  it.each<[string, Fields, string]>([
    ['a token in the redirect', { response_type: 'token' }, 'unsupported_response_type'],
    ['an ID token in it', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['a code and an ID token', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['nothing', { response_type: 'none' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['an answer by a form', { response_mode: 'form_post' }, 'invalid_request'],
    ['an answer to another window', { response_mode: 'web_message' }, 'unsupported_response_mode'],
    ['a signed answer', { response_mode: 'jwt' }, 'unsupported_response_mode'],
    ['a request object', { request: new UnsecuredJWT({}).encode() }, 'request_not_supported'],
    ['a request object elsewhere', { request_uri: 'https://evil.example.org/' }, 'request_uri_not_supported'],
    [
      'a request that was not pushed',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      'invalid_request_uri',
    ],
    ['to be registered', { registration: '{}' }, 'registration_not_supported'],
    ['another API', { resource: 'https://evil.example.org/api' }, 'invalid_target'],
    ['no page, and a page', { prompt: 'none login' }, 'invalid_request'],
    ['an age that is none', { max_age: '-1' }, 'invalid_request'],
    ['two scopes apart', { scope: ['openid', 'email'] }, 'invalid_request'],
  ])('refuses %s', async (_, asked, error) => {
    const { html = '', ...answer } = await told(asked);
    const onPage = /<code>(\w+)|name="error" value="(\w+)"/.exec(html);
    expect(answer['error'] ?? onPage?.[1] ?? onPage?.[2]).toBe(error);
    for (const secret of ['code', 'access_token', 'id_token']) expect(answer).not.toHaveProperty(secret);
  });

  it('gives no scope that is not there', async () => {
    const { access_token } = await web.tokens(person, { scope: 'openid admin directory:write' });
    const { scope } = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString());
    expect(scope).toBe('directory');
  });

  it('gives no refresh token that was not asked for', async () => {
    expect(await web.tokens(person, { scope: 'openid email' })).not.toHaveProperty('refresh_token');
  });

  it('gives no claim that was asked for by name', async () => {
    const claims = JSON.stringify({ id_token: { given_name: null, phone_number: null } });
    const { id_token } = await web.tokens(person, { claims });
    const given = JSON.parse(Buffer.from(id_token.split('.')[1]!, 'base64url').toString());
    expect(Object.keys(given)).not.toEqual(expect.arrayContaining(['given_name']));
  });

  it('refuses it by POST', async () => {
    const address = new URL(web.address());
    const { status } = await oauthAnswer(`${t.url}/oauth/authorize`, {
      method: 'POST',
      body: address.searchParams,
    });
    expect(status).toBe(404);
  });

  it('refuses an application that asks for passwords itself', async () => {
    const { clientId } = await anApplication(t);
    const browser = new SigningBrowser(t.url);
    const { status, html } = await browser.open(new OauthApp(t, clientId).address());
    expect([status, html]).toEqual([400, expect.stringContaining('<code>invalid_client')]);
  });

  it('refuses an application that was revoked', async () => {
    const revoked = await aPublicApp(t);
    await t.app.get(ApplicationsService).revoke(revoked.clientId);
    const { status, html } = await new SigningBrowser(t.url).open(revoked.address());
    expect([status, html]).toEqual([400, expect.stringContaining('<code>invalid_client')]);
  });
});

describe('A request that was pushed', () => {
  const push = (app: OauthApp, changed: Fields = {}) =>
    app.send('/oauth/par', {
      ...Object.fromEntries(new URL(app.address()).searchParams),
      ...changed,
    });

  it('refuses it from another application', async () => {
    const { body } = await push(web);
    const other = await aPublicApp(t);
    const browser = new SigningBrowser(t.url);
    const { url, html } = await browser.open(
      `/oauth/authorize?client_id=${other.clientId}&request_uri=${body.request_uri}`,
    );
    expect(url.searchParams.has('code')).toBe(false);
    expect(html).toContain('<code>invalid_request');
  });

  it('refuses it a second time', async () => {
    const { body } = await push(web);
    const address = `/oauth/authorize?client_id=${web.clientId}&request_uri=${body.request_uri}`;
    const browser = new SigningBrowser(t.url);
    await browser.open(address);
    const first = await browser.submit('/password', { email: person.email, password: PASSWORD });
    expect(first.url.searchParams.has('code')).toBe(true);
    const again = await browser.open(address);
    expect(again.url.searchParams.has('code')).toBe(false);
  });

  it.each<[string, Fields, number, string]>([
    [
      'a redirect that is not registered',
      { redirect_uri: 'https://evil.example.org/' },
      400,
      'invalid_request',
    ],
    ['no challenge', { code_challenge: undefined }, 400, 'invalid_request'],
    ['an application that nobody knows', { client_id: crypto.randomUUID() }, 401, 'invalid_client'],
    [
      'what was pushed before',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      400,
      'request_uri_not_supported',
    ],
  ])('refuses %s', async (_, changed, status, error) => {
    const answer = await push(web, changed);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('refuses it without the secret of a confidential application', async () => {
    const answer = await push(new OauthApp(t, confidential.clientId));
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });
});

describe('At the token endpoint', () => {
  const given = () => ({ username: person.email, password: PASSWORD, scope: 'openid' });

  it.each<[string, Fields, string]>([
    ['a password', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['the application itself', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['what is implicit', { grant_type: 'implicit' }, 'unsupported_grant_type'],
    [
      'another token',
      { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' },
      'unsupported_grant_type',
    ],
    ['an assertion', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }, 'unsupported_grant_type'],
    [
      'the code of a device',
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' },
      'invalid_request',
    ],
    ['nothing', { grant_type: undefined }, 'invalid_request'],
    ['two things', { grant_type: ['authorization_code', 'refresh_token'] }, 'invalid_request'],
  ])('refuses %s', async (_, fields, error) => {
    for (const app of [web, confidential]) {
      const { status, body } = await app.send('/oauth/token', { ...given(), ...fields });
      expect([status, body.error]).toEqual([400, error]);
    }
  });

  it('refuses JSON', async () => {
    const code = await web.code(person);
    const fields = { grant_type: 'authorization_code', client_id: web.clientId, code };
    const { status, body } = await oauthAnswer(`${t.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, redirect_uri: REDIRECT, code_verifier: web.verifier }),
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('refuses GET, with all of it in the address', async () => {
    const code = await web.code(person);
    const fields = { grant_type: 'authorization_code', client_id: web.clientId, code };
    const query = new URLSearchParams({ ...fields, redirect_uri: REDIRECT, code_verifier: web.verifier });
    const { status } = await oauthAnswer(`${t.url}/oauth/token?${query.toString()}`, { method: 'GET' });
    expect(status).toBe(404);
    expect((await web.exchange(code)).status).toBe(200);
  });

  it('refuses a code that comes twice', async () => {
    const [one, other] = [await web.code(person), await web.code(person)];
    const { status, body } = await web.send('/oauth/token', {
      ...{ grant_type: 'authorization_code', code: [one, other] },
      ...{ redirect_uri: REDIRECT, code_verifier: web.verifier },
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});
