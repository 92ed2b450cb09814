import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import {
  anApplication,
  aPersonWithPassword,
  PASSWORD,
  type TestApplication,
} from '../../support/application.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let app: TestApplication;

beforeAll(async () => {
  t = await startTestApp({ trustProxy: 1 });
  app = await anApplication(t);
});
afterAll(() => t.close());

const notAuthenticated = { error: { code: 'not_authenticated', message: expect.any(String) } };

describe('POST /auth/token with a password', () => {
  it('refuses a call without application credentials, whatever the body', async () => {
    const answer = await t.api.post('/auth/token', { body: '{' });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(notAuthenticated);
  });

  it.each([
    ['an unknown application', 'Basic ' + btoa('3f0e2a54-0f1e-4a57-9f5a-0d6d7c6a1b11:secret')],
    ['a malformed client id', 'Basic ' + btoa('nobody:secret')],
    ['no colon', 'Basic ' + btoa('nobody')],
    ['no base64', 'Basic !!!'],
    ['a bearer token', 'Bearer x.y.z'],
  ])('refuses %s', async (_name, authorization) => {
    const person = await aPersonWithPassword(t);
    const answer = await app.token(
      { grant_type: 'password', email: person.email, password: PASSWORD },
      { authorization },
    );
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(notAuthenticated);
  });

  it('refuses a wrong secret and a revoked application', async () => {
    const person = await aPersonWithPassword(t);
    const revoked = await anApplication(t, 'Old App');
    await t.app.get(ApplicationsService).revoke(revoked.clientId);
    expect((await revoked.signIn(person)).status).toBe(401);
    const wrong = 'Basic ' + btoa(`${app.clientId}:${revoked.clientSecret}`);
    expect((await app.token({ grant_type: 'password' }, { authorization: wrong })).status).toBe(401);
  });

  it('answers an unknown person, one without password and a wrong password alike', async () => {
    const person = await aPersonWithPassword(t);
    const withoutPassword = await aPerson(t);
    const answers = [
      await app.signIn({ email: 'nobody@example.org' }),
      await app.signIn(withoutPassword),
      await app.signIn(person, 'wrong horse battery'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(answers[0]?.text);
    }
  });

  it('refuses a person whose email is not verified', async () => {
    const person = await aPersonWithPassword(t);
    await t.dataSource.query('update users set email_verified_at = null where id = $1', [person.userId]);
    expect((await app.signIn(person)).status).toBe(401);
  });

  it.each([
    [{}, 'grant_type'],
    [{ grant_type: 'client_credentials' }, 'grant_type'],
    [{ grant_type: 'password', password: 'x' }, 'email'],
    [{ grant_type: 'password', email: 'a@example.org' }, 'password'],
    [{ grant_type: 'password', email: ['a@example.org'], password: 'x' }, 'email'],
    [{ grant_type: 'refresh_token' }, 'refresh_token'],
  ])('refuses %j', async (body, field) => {
    const answer = await app.token(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('validation_failed');
    expect(answer.body.error.fields.map((f: { path: string }) => f.path)).toContain(field);
  });

  it('opens a session with a pair of tokens that works', async () => {
    const person = await aPersonWithPassword(t);
    const answer = await app.signIn({ email: ` ${person.email.toUpperCase()} ` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.any(String),
      refresh_expires_in: 2_592_000,
      mfa_required: false,
    });
    const me = await t.api.get('/me', { token: answer.body.access_token });
    expect(me.body.user.id).toBe(person.userId);
  });

  it('keeps neither password nor tokens readable', async () => {
    const person = await aPersonWithPassword(t);
    const { body } = await app.signIn(person);
    const rows = await t.dataSource.query<object[]>(
      `select to_jsonb(s) as row from user_sessions s union all select to_jsonb(r) from refresh_tokens r
       union all select to_jsonb(c) from user_credentials c union all select to_jsonb(a) from applications a`,
    );
    const stored = JSON.stringify(rows);
    for (const secret of [PASSWORD, body.refresh_token, body.access_token, app.clientSecret]) {
      expect(stored).not.toContain(secret);
    }
    expect(stored).toContain('$argon2id$');
  });

  it('ends sessions when the password changes', async () => {
    const person = await aPersonWithPassword(t);
    const { body } = await app.signIn(person);
    await t.app.get(CredentialsService).setPassword(person.userId, 'another long password');
    expect((await t.api.get('/me', { token: body.access_token })).status).toBe(401);
    expect((await app.renew(body.refresh_token)).status).toBe(401);
    expect((await app.signIn(person, 'another long password')).status).toBe(200);
  });

  it('lets a deactivated person see that they are', async () => {
    const school = await aSchool(t);
    const person = await aPersonWithPassword(t);
    const member = await school.parent({}, person);
    await school.deactivate(member);
    const { body } = await app.signIn(person);
    const me = await t.api.get('/me', { token: body.access_token });
    expect(me.body.is_fully_deactivated).toBe(true);
    expect((await app.renew(body.refresh_token)).status).toBe(401);
  });
});

describe('guessing passwords', () => {
  const from = (source: string) => ({ 'x-forwarded-for': source });

  it('answers 429 with Retry-After after ten failures, also when they come at once, and for nobody alike', async () => {
    const person = await aPersonWithPassword(t);
    for (const email of [person.email, 'no-such-person@example.org']) {
      const guess = { grant_type: 'password', email, password: 'wrong password' };
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => app.token(guess, from('203.0.113.7'))),
      );
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      const refused = answers.find((answer) => answer.status === 429);
      expect(refused?.body.error.code).toBe('rate_limited');
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('lets the person in from elsewhere meanwhile', async () => {
    const person = await aPersonWithPassword(t);
    const guess = { grant_type: 'password', email: person.email, password: 'wrong password' };
    for (let i = 0; i < 11; i += 1) await app.token(guess, from('203.0.113.8'));
    const right = { ...guess, password: PASSWORD };
    expect((await app.token(right, from('203.0.113.8'))).status).toBe(429);
    expect((await app.token(right, from('198.51.100.4'))).status).toBe(200);
  });

  it('counts nothing that succeeds', async () => {
    const person = await aPersonWithPassword(t);
    for (let i = 0; i < 15; i += 1) expect((await app.signIn(person)).status).toBe(200);
  });
});
