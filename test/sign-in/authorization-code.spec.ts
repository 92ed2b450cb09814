import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as client from 'openid-client';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { SigningBrowser, startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => (t = await startAtItsAddress()));
afterAll(() => t.close());

const REDIRECT = 'https://app.example.org/callback';

describe('openid-client', () => {
  it('signs a person in by the code flow, renews and signs out', async () => {
    const person = await aPersonWithPassword(t);
    const { clientId } = await t.app
      .get(ApplicationsService)
      .createPublic({ name: 'Web App', redirectUris: [REDIRECT] });
    const config = await client.discovery(new URL(t.url), clientId, undefined, client.None(), {
      execute: [client.allowInsecureRequests],
    });
    const verifier = client.randomPKCECodeVerifier();
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'openid email offline_access',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'xyz',
    });
    const browser = new SigningBrowser(t.url);
    await browser.open(address.href);
    const { url } = await browser.submit('/password', { email: person.email, password: PASSWORD });
    expect(url.href).toMatch(/^https:\/\/app\.example\.org\/callback\?code=/);
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: verifier,
      expectedState: 'xyz',
    });
    expect(tokens.claims()).toMatchObject({ sub: person.userId, email: person.email });
    expect((await t.api.get('/me', { token: tokens.access_token })).status).toBe(200);
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!);
    expect(renewed.access_token).not.toBe(tokens.access_token);
    expect((await t.api.get('/me', { token: renewed.access_token })).status).toBe(200);
    await client.tokenRevocation(config, renewed.refresh_token!);
    expect((await t.api.get('/me', { token: renewed.access_token })).status).toBe(401);
  });
});
