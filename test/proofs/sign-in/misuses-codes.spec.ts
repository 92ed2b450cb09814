import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { PersonErasureService } from '../../../src/features/person/person-erasure.service.js';
import { aPersonWithPassword } from '../../support/application.factory.js';
import {
  aConfidentialApp,
  aPublicApp,
  challengeOf,
  type Fields,
  type OauthAnswer,
  type OauthApp,
} from '../../support/sign-in/oauth-app.js';
import type { Person } from '../../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
let app: OauthApp;
let person: Person;
beforeAll(async () => {
  t = await startAtItsAddress();
  app = await aPublicApp(t);
  person = await aPersonWithPassword(t);
});
afterAll(() => t.close());

const randomText = (): string => randomBytes(32).toString('base64url');

function expectRefused({ status, body, text }: OauthAnswer, error = 'invalid_grant'): void {
  expect([status, body?.error]).toEqual([400, error]);
  expect(text).not.toContain('token"');
}

describe('Proof of the code', () => {
  it.each<[string, Fields]>([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['a challenge that does not say how it was made', { code_challenge_method: undefined }],
    ['a method that nobody knows', { code_challenge_method: 'S512' }],
    ['a method in small letters', { code_challenge_method: 's256' }],
    ['a method without a challenge', { code_challenge: undefined }],
    ['a challenge that is too short', { code_challenge: 'abc' }],
    ['two challenges', { code_challenge: [challengeOf('a'), challengeOf('b')] }],
  ])('refuses %s', async (_, asked) => {
    const browser = new SigningBrowser(t.url);
    const { url } = await browser.open(app.address(asked));
    const told = Object.fromEntries(url.searchParams);
    expect(told).toMatchObject({ error: 'invalid_request', state: 'xyz', iss: t.url });
    expect(told).not.toHaveProperty('code');
  });

  it.each<[string, Fields['code_verifier'], string]>([
    ['another verifier', randomText(), 'invalid_grant'],
    ['no verifier', undefined, 'invalid_grant'],
    ['an empty verifier', '', 'invalid_grant'],
    ['the challenge as its verifier', 'challenge', 'invalid_grant'],
    ['a verifier that is too short', 'abc', 'invalid_request'],
    ['a verifier that is too long', 'a'.repeat(129), 'invalid_request'],
    ['a verifier with other signs', `${randomText()}=`, 'invalid_request'],
    ['two verifiers', [randomText(), randomText()], 'invalid_request'],
  ])('refuses %s', async (_, verifier, error) => {
    const given = verifier === 'challenge' ? challengeOf(app.verifier) : verifier;
    const code = await app.code(person);
    expectRefused(await app.exchange(code, { code_verifier: given }), error);
  });

  it('refuses a code with the verifier of another', async () => {
    const [mine, others] = [randomText(), randomText()];
    const code = await app.code(person, { code_challenge: challengeOf(mine) });
    await app.code(person, { code_challenge: challengeOf(others) });
    expectRefused(await app.exchange(code, { code_verifier: others }));
  });

  it('refuses a code of a confidential application without its verifier', async () => {
    const confidential = await aConfidentialApp(t);
    const code = await confidential.code(person);
    expectRefused(await confidential.exchange(code, { code_verifier: undefined }));
  });
});

describe('A code', () => {
  it('refuses the second use, and ends what the first has given', async () => {
    const code = await app.code(person);
    const { body } = await app.exchange(code);
    expectRefused(await app.exchange(code));
    expect((await t.api.get('/me', { token: body.access_token })).status).toBe(401);
    expectRefused(await app.refresh(body.refresh_token));
  });

  it('gives one answer to two who use it at once', async () => {
    const code = await app.code(person);
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('refuses it from another application, and keeps it for its own', async () => {
    const other = await aPublicApp(t);
    const code = await app.code(person);
    expectRefused(await other.exchange(code, { code_verifier: app.verifier }));
    expectRefused(await (await aConfidentialApp(t)).exchange(code, { code_verifier: app.verifier }));
    expect((await app.exchange(code)).status).toBe(200);
  });

  it.each<[string, (code: string) => string]>([
    ['cut short', (code) => code.slice(0, -1)],
    ['with a sign more', (code) => `${code}A`],
    ['in other letters', (code) => code.toUpperCase()],
    ['that was guessed', randomText],
    ['by its digest', (code) => `#${challengeOf(code)}`],
    ['with a zero byte', (code) => `${code}\0`],
  ])('refuses one %s', async (_, wrong) => {
    expectRefused(await app.exchange(wrong(await app.code(person))));
  });

  it.each<[string, Fields['redirect_uri'], string]>([
    ['another redirect', 'https://app.example.org/other', 'invalid_grant'],
    ['no redirect', undefined, 'invalid_request'],
    ['two redirects', ['https://app.example.org/callback', 'https://evil.example.org'], 'invalid_request'],
  ])('refuses one with %s', async (_, uri, error) => {
    expectRefused(await app.exchange(await app.code(person), { redirect_uri: uri }), error);
  });

  it('refuses one as a refresh token, and a refresh token as a code', async () => {
    const code = await app.code(person);
    expectRefused(await app.refresh(code));
    const { refresh_token } = (await app.exchange(code)).body;
    expectRefused(await app.exchange(refresh_token));
  });

  it('refuses one after a minute', async () => {
    const code = await app.code(person);
    t.clock.advance(61_000);
    expectRefused(await app.exchange(code));
    t.clock.advance(-61_000);
  });
});

describe('Between the code and its exchange', () => {
  it('refuses the code of a person who has changed the password', async () => {
    const leaver = await aPersonWithPassword(t);
    const code = await app.code(leaver);
    await t.app.get(CredentialsService).setPassword(leaver.userId, 'another one of theirs');
    expectRefused(await app.exchange(code));
  });

  it('refuses the code of a person who has turned on two-step verification', async () => {
    const leaver = await aPersonWithPassword(t);
    const code = await app.code(leaver);
    await t.app.get(CredentialsService).setUpTwoStep(leaver.userId, leaver.email);
    expectRefused(await app.exchange(code));
  });

  it('refuses the code of a person who has signed out', async () => {
    const leaver = await aPersonWithPassword(t);
    const browser = new SigningBrowser(t.url);
    const code = await app.code(leaver, {}, browser);
    await browser.open('/oauth/sign-out');
    await browser.submit('/oauth/sign-out/confirm', { logout: 'yes' });
    expectRefused(await app.exchange(code));
  });

  it('refuses the code of a person who was erased', async () => {
    const leaver = await aPersonWithPassword(t);
    const code = await app.code(leaver);
    await t.app.get(PersonErasureService).erase(leaver.email);
    expectRefused(await app.exchange(code));
  });

  it('refuses the code of a person who has ended that session', async () => {
    const leaver = await aPersonWithPassword(t);
    const code = await app.code(leaver);
    const token = await tokenOf(t, leaver);
    const { body } = await t.api.get('/me/sessions', { token });
    const { id } = body.sessions.find((one: { client_name: string }) => one.client_name === 'Web App');
    expect((await t.api.delete(`/me/sessions/${id}`, { token })).status).toBe(204);
    expectRefused(await app.exchange(code));
  });

  it('refuses the code of an application that was revoked', async () => {
    const revoked = await aPublicApp(t);
    const code = await revoked.code(person);
    await t.app.get(ApplicationsService).revoke(revoked.clientId);
    const { status, body } = await revoked.exchange(code);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });
});
