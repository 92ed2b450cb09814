import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import type { Person } from '../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';

const REDIRECT = 'https://app.example.org/callback';
const INSECURE = { [oauth.allowInsecureRequests]: true } as const;

let t: TestApp;
let person: Person;
let server: oauth.AuthorizationServer;
beforeAll(async () => {
  t = await startAtItsAddress();
  person = await aPersonWithPassword(t);
});
afterAll(() => t.close());

/** The address to open, with what its answer is compared with. */
async function anAuthorization({ client_id }: oauth.Client) {
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const asked = {
    ...{ client_id, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid email offline_access' },
    ...{ state, nonce, max_age: '3600' },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  };
  return { asked, verifier, state, nonce };
}

async function answerOf(query: Record<string, string>): Promise<URL> {
  const browser = new SigningBrowser(t.url);
  await browser.open(`${server.authorization_endpoint}?${new URLSearchParams(query).toString()}`);
  return (await browser.submit('/password', { email: person.email, password: PASSWORD })).url;
}

describe('oauth4webapi, which validates everything that the standards say', () => {
  let client: oauth.Client;
  beforeAll(async () => {
    const issuer = new URL(t.url);
    for (const algorithm of ['oidc', 'oauth2'] as const)
      server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm, ...INSECURE }),
      );
    const application = { name: 'Web App', redirectUris: [REDIRECT] };
    const { clientId } = await t.app.get(ApplicationsService).createPublic(application);
    client = { client_id: clientId, id_token_signed_response_alg: 'ES256' };
  });

  const exchanged = async (callback: URL, verifier: string, state: string) =>
    oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      oauth.validateAuthResponse(server, client, callback, state),
      REDIRECT,
      verifier,
      INSECURE,
    );

  it('learns of every scope that a token may have', () => {
    expect([...server.scopes_supported!].sort()).toEqual(['directory', 'email', 'offline_access', 'openid']);
  });

  it('takes what is pushed, exchanged, renewed and revoked', async () => {
    const { asked, verifier, state, nonce } = await anAuthorization(client);
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(server, client, oauth.None(), asked, INSECURE),
    );
    const callback = await answerOf({ client_id: client.client_id, request_uri: pushed.request_uri });
    const answer = await exchanged(callback, verifier, state);
    const expected = { expectedNonce: nonce, maxAge: 3600, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, expected);
    // The machine's clock is the one of the test, too.
    await oauth.validateApplicationLevelSignature(server, answer, INSECURE);
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({
      sub: person.userId,
      email: person.email,
    });
    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token!, INSECURE),
    );
    expect((await t.api.get('/me', { token: renewed.access_token })).status).toBe(200);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), renewed.refresh_token!, INSECURE),
    );
    expect((await t.api.get('/me', { token: renewed.access_token })).status).toBe(401);
  });

  it('finds access tokens to be what RFC 9068 says', async () => {
    const { asked, verifier, state } = await anAuthorization(client);
    const answer = await exchanged(await answerOf(asked), verifier, state);
    const { access_token } = (await answer.json()) as { access_token: string };
    const request = new Request(`${t.url}/api/v1/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(server, request, 'urn:school-directory:api', INSECURE);
    expect(claims).toMatchObject({
      sub: person.userId,
      client_id: client.client_id,
      scope: expect.any(String),
    });
  });

  it('refuses an answer of another issuer, or without one', async () => {
    const { asked, state } = await anAuthorization(client);
    const callback = await answerOf(asked);
    for (const iss of ['https://another.example.org', null]) {
      if (iss) callback.searchParams.set('iss', iss);
      else callback.searchParams.delete('iss');
      expect(() => oauth.validateAuthResponse(server, client, callback, state)).toThrow('iss');
    }
  });

  it('signs in a device', async () => {
    const application = { name: 'Television', redirectUris: [], usesDeviceCode: true };
    const { clientId } = await t.app.get(ApplicationsService).createPublic(application);
    const device: oauth.Client = { client_id: clientId, id_token_signed_response_alg: 'ES256' };
    const scope = new URLSearchParams({ scope: 'openid offline_access' });
    const begun = await oauth.processDeviceAuthorizationResponse(
      server,
      device,
      await oauth.deviceAuthorizationRequest(server, device, oauth.None(), scope, INSECURE),
    );
    const ask = () => oauth.deviceCodeGrantRequest(server, device, oauth.None(), begun.device_code, INSECURE);
    const early = oauth.processDeviceCodeResponse(server, device, await ask());
    await expect(early).rejects.toMatchObject({ error: 'authorization_pending' });
    const browser = new SigningBrowser(t.url);
    await browser.open(begun.verification_uri_complete!);
    await browser.submit('/device', { confirm: 'yes' });
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    await browser.submit('/consent', { answer: 'allow' });
    t.clock.advance(5_000);
    const tokens = await oauth.processDeviceCodeResponse(server, device, await ask());
    expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(person.userId);
    expect(tokens.refresh_token).toEqual(expect.any(String));
    expect((await t.api.get('/me', { token: tokens.access_token })).status).toBe(200);
  });
});
