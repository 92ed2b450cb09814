import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sha256 } from '../../../src/features/account/secrets.js';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import {
  aConfidentialApp,
  aPublicApp,
  basicOf,
  type Fields,
  OauthApp,
} from '../../support/sign-in/oauth-app.js';
import type { Person } from '../../support/school.factory.js';
import { startAtItsAddress } from '../../support/sign-in/signing-browser.js';
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

describe('An application', () => {
  const exchange = async (owner: OauthApp, fields: Fields, headers: Record<string, string>) =>
    new OauthApp(t, owner.clientId).exchange(
      await owner.code(person),
      { code_verifier: owner.verifier, ...fields },
      headers,
    );

  it.each<[string, () => [OauthApp, Fields, Record<string, string>], number, string]>([
    [
      'a secret by Basic, of one that has none',
      () => [web, {}, { authorization: basicOf(web.clientId, 'x') }],
      401,
      'invalid_client',
    ],
    [
      'an empty secret, of one that has none',
      () => [web, {}, { authorization: basicOf(web.clientId, '') }],
      400,
      'invalid_request',
    ],
    ['no secret, of one that has one', () => [confidential, {}, {}], 401, 'invalid_client'],
    [
      'the secret in the form',
      () => [confidential, { client_secret: confidential.secret! }, {}],
      401,
      'invalid_client',
    ],
    [
      'a wrong secret',
      () => [confidential, {}, { authorization: basicOf(confidential.clientId, 'x'.repeat(43)) }],
      401,
      'invalid_client',
    ],
    [
      'the digest of its secret',
      () => [
        confidential,
        {},
        { authorization: basicOf(confidential.clientId, sha256(confidential.secret!)) },
      ],
      401,
      'invalid_client',
    ],
    [
      'the name of another beside its own',
      () => [
        confidential,
        { client_id: web.clientId },
        { authorization: basicOf(confidential.clientId, confidential.secret!) },
      ],
      400,
      'invalid_request',
    ],
    [
      'the secret as a bearer',
      () => [confidential, {}, { authorization: `Bearer ${confidential.secret}` }],
      400,
      'invalid_request',
    ],
  ])('refuses %s', async (_, wrong, status, error) => {
    const [owner, fields, headers] = wrong();
    const answer = await exchange(owner, fields, headers);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('refuses the secret of another', async () => {
    const other = await aConfidentialApp(t);
    const authorization = basicOf(confidential.clientId, other.secret!);
    const answer = await exchange(confidential, {}, { authorization });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });

  it('refuses one that has none at the token operation of the API', async () => {
    for (const secret of ['', 'undefined', 'null']) {
      const { status } = await t.api.post('/auth/token', {
        body: { grant_type: 'password', email: person.email, password: PASSWORD },
        headers: { authorization: basicOf(web.clientId, secret) },
      });
      expect(status).toBe(401);
    }
  });

  it('leaves what another was given', async () => {
    const { access_token, refresh_token } = await web.tokens(person);
    await (await aPublicApp(t)).send('/oauth/revoke', { token: refresh_token });
    await confidential.send('/oauth/revoke', { token: refresh_token });
    expect((await t.api.get('/me', { token: access_token })).status).toBe(200);
    expect((await web.refresh(refresh_token)).status).toBe(200);
  });
});
