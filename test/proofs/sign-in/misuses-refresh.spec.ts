import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { sha256 } from '../../../src/features/account/secrets.js';
import { PersonErasureService } from '../../../src/features/person/person-erasure.service.js';
import { anApplication, aPersonWithPassword } from '../../support/application.factory.js';
import {
  aConfidentialApp,
  aPublicApp,
  type OauthAnswer,
  type OauthApp,
  type OauthTokens,
} from '../../support/sign-in/oauth-app.js';
import { aSchool, type Person } from '../../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { claimsOf } from '../../support/tokens.js';

let t: TestApp;
let app: OauthApp;
let person: Person;
let tokens: OauthTokens;
beforeAll(async () => {
  t = await startAtItsAddress();
  app = await aPublicApp(t);
});
beforeEach(async () => {
  person = await aPersonWithPassword(t);
  tokens = await app.tokens(person);
});
afterAll(() => t.close());

function expectRefused({ status, body, text }: OauthAnswer, error = 'invalid_grant'): void {
  expect([status, body?.error]).toEqual([400, error]);
  expect(text).not.toContain('token"');
}

const statusOf = async (token: string): Promise<number> => (await t.api.get('/me', { token })).status;

async function expectOver(given: OauthTokens, by = app): Promise<void> {
  expectRefused(await by.refresh(given.refresh_token));
  expect(await statusOf(given.access_token)).toBe(401);
}

async function expectAlive(given: OauthTokens, by = app): Promise<void> {
  expect(await statusOf(given.access_token)).toBe(200);
  expect((await by.refresh(given.refresh_token)).status).toBe(200);
}

describe('A refresh token that was spent', () => {
  it('refuses it after half a minute, and ends that session and no other', async () => {
    const other = await app.tokens(person);
    const { body: renewed } = await app.refresh(tokens.refresh_token);
    t.clock.advance(31_000);
    await expectOver(tokens);
    await expectOver(renewed as OauthTokens);
    await expectAlive(other);
  });

  it('gives no second pair within half a minute', async () => {
    const first = await app.refresh(tokens.refresh_token);
    const again = await app.refresh(tokens.refresh_token);
    expect([again.status, again.body]).toEqual([200, first.body]);
    await expectAlive(first.body as OauthTokens);
  });

  it('refuses it from another application, however soon, and ends the session', async () => {
    const { body: renewed } = await app.refresh(tokens.refresh_token);
    expectRefused(await (await aPublicApp(t)).refresh(tokens.refresh_token));
    await expectOver(renewed as OauthTokens);
  });

  it('refuses it from another application after half a minute, and ends the session', async () => {
    const { body: renewed } = await app.refresh(tokens.refresh_token);
    t.clock.advance(31_000);
    expectRefused(await (await aConfidentialApp(t)).refresh(tokens.refresh_token));
    await expectOver(renewed as OauthTokens);
  });

  it('ends the session that it is to end', async () => {
    const { body: renewed } = await app.refresh(tokens.refresh_token);
    await app.send('/oauth/revoke', { token: tokens.refresh_token });
    await expectOver(renewed as OauthTokens);
  });

  it('refuses the one before the last', async () => {
    const { body: second } = await app.refresh(tokens.refresh_token);
    t.clock.advance(20_000);
    const { body: third } = await app.refresh(second.refresh_token);
    t.clock.advance(20_000);
    await expectOver(tokens);
    await expectOver(third as OauthTokens);
  });
});

describe('A session that is renewed again and again', () => {
  it('lasts without an end of its own', async () => {
    const began = Date.now();
    for (const day of [20, 40, 60]) {
      // The library goes by the machine's clock.
      const machine = jest.spyOn(Date, 'now').mockReturnValue(began + day * 86_400_000);
      const { status, body } = await app.refresh(tokens.refresh_token).finally(() => machine.mockRestore());
      expect([day, status, body]).toEqual([day, 200, expect.anything()]);
      tokens = body as OauthTokens;
    }
  });
});

describe('A refresh token', () => {
  it('refuses it from another application, and keeps it for its own', async () => {
    expectRefused(await (await aPublicApp(t)).refresh(tokens.refresh_token));
    expectRefused(await (await aConfidentialApp(t)).refresh(tokens.refresh_token));
    await expectAlive(tokens);
  });

  it('refuses it at the token operation of the API, and that one’s here', async () => {
    const passwords = await anApplication(t);
    expect((await passwords.renew(tokens.refresh_token)).status).toBe(401);
    const { body } = await passwords.signIn(person);
    expectRefused(await app.refresh(body.refresh_token as string));
    expect((await passwords.renew(body.refresh_token as string)).status).toBe(200);
  });

  it.each<[string, (token: string) => string]>([
    ['cut short', (token) => token.slice(0, -1)],
    ['with a sign more', (token) => `${token}A`],
    ['in other letters', (token) => token.toLowerCase()],
    ['that was guessed', () => randomBytes(32).toString('base64url')],
    ['by its digest', (token) => `#${sha256(token)}`],
    ['with a zero byte', (token) => `${token}\0`],
  ])('refuses one %s, and keeps the right one', async (_, wrong) => {
    expectRefused(await app.refresh(wrong(tokens.refresh_token)));
    await expectAlive(tokens);
  });

  it('refuses none at all, and two', async () => {
    expectRefused(await app.refresh(''), 'invalid_request');
    expectRefused(
      await app.refresh('', { refresh_token: [tokens.refresh_token, tokens.refresh_token] }),
      'invalid_request',
    );
  });

  it('refuses an access token and an ID token in its place', async () => {
    expectRefused(await app.refresh(tokens.access_token));
    expectRefused(await app.refresh(tokens.id_token));
  });

  it('refuses a wider scope', async () => {
    const narrow = await app.tokens(person, { scope: 'openid offline_access' });
    expectRefused(await app.refresh(narrow.refresh_token, { scope: 'openid email' }), 'invalid_scope');
    expectRefused(await app.refresh(narrow.refresh_token, { scope: 'admin' }), 'invalid_scope');
  });

  it('refuses another API', async () => {
    const answer = await app.refresh(tokens.refresh_token, { resource: 'https://evil.example.org/' });
    expectRefused(answer, 'invalid_target');
  });

  it('refuses it after 30 days, and never before', async () => {
    t.clock.advance(29 * 86_400_000);
    const { status, body } = await app.refresh(tokens.refresh_token);
    expect(status).toBe(200);
    t.clock.advance(30 * 86_400_000 + 1000);
    expectRefused(await app.refresh(body.refresh_token as string));
    t.clock.advance(-59 * 86_400_000 - 1000);
  });
});

describe('Afterwards, refuses to renew and to read', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'a changed password',
      () => t.app.get(CredentialsService).setPassword(person.userId, 'another of theirs'),
    ],
    [
      'two-step verification that was turned on',
      () => t.app.get(CredentialsService).setUpTwoStep(person.userId, person.email),
    ],
    ['a person who was erased', () => t.app.get(PersonErasureService).erase(person.email)],
    ['the application’s own revocation', () => app.send('/oauth/revoke', { token: tokens.refresh_token })],
    [
      'its revocation with a wrong hint',
      () => app.send('/oauth/revoke', { token: tokens.refresh_token, token_type_hint: 'access_token' }),
    ],
    ['the revocation of its own session', () => t.api.post('/auth/revoke', { token: tokens.access_token })],
  ])('%s', async (_, change) => {
    await change();
    await expectOver(tokens);
  });

  it('a session that was ended from another', async () => {
    const { body } = await (await anApplication(t)).signIn(person);
    const { sid } = claimsOf(tokens.access_token);
    expect((await t.api.delete(`/me/sessions/${String(sid)}`, { token: body.access_token })).status).toBe(
      204,
    );
    await expectOver(tokens);
  });

  it('a session whose refresh token another of the person’s sessions has given back', async () => {
    const { body } = await (await anApplication(t)).signIn(person);
    const given = { body: { refresh_token: tokens.refresh_token }, token: body.access_token };
    expect((await t.api.post('/auth/revoke', given)).status).toBe(204);
    await expectOver(tokens);
  });

  it('an application that was revoked', async () => {
    const revoked = await aPublicApp(t);
    const theirs = await revoked.tokens(person);
    await t.app.get(ApplicationsService).revoke(revoked.clientId);
    expect((await revoked.refresh(theirs.refresh_token)).body.error).toBe('invalid_client');
    expect(await statusOf(theirs.access_token)).toBe(401);
    await expectAlive(tokens);
  });

  it('what the browser signed out of', async () => {
    const browser = new SigningBrowser(t.url);
    const theirs = await app.tokens(person, {}, browser);
    await browser.open(`/oauth/sign-out?id_token_hint=${theirs.id_token}`);
    await browser.submit('/oauth/sign-out/confirm', { logout: 'yes' });
    await expectOver(theirs);
    await expectAlive(tokens);
  });

  it('a person who was deactivated in every school', async () => {
    const member = await (await aSchool(t)).parent({}, person);
    await t.dataSource.query(`update memberships set deactivated_at = now() where user_id = $1`, [
      member.userId,
    ]);
    expectRefused(await app.refresh(tokens.refresh_token));
    expect(await statusOf(tokens.access_token)).toBe(401);
  });
});

describe('Refresh tokens that nobody was given', () => {
  it('fail two hundred times from one source, and a good one goes on', async () => {
    await t.dataSource.query('delete from attempt_counts');
    const statuses: number[] = [];
    while (statuses.length < 201)
      statuses.push((await app.refresh(randomBytes(32).toString('base64url'))).status);
    expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([200, 429]);
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
    await t.dataSource.query('delete from attempt_counts');
  });
});
