import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { aSchool } from '../../support/school.factory.js';
import {
  PASSWORD,
  anApplication,
  aPersonWithPassword,
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

const signedIn = async () => {
  const person = await aPersonWithPassword(t);
  return (await app.signIn(person)).body;
};
const invalidGrant = {
  error: { code: 'not_authenticated', reason: 'invalid_grant', message: expect.any(String) },
};
const works = async (accessToken: string): Promise<boolean> =>
  (await t.api.get('/me', { token: accessToken })).status === 200;

describe('POST /auth/token with a refresh token', () => {
  it.each(['nonsense', 'a'.repeat(200), 'é', '\u0000'])('refuses %j', async (refreshToken) => {
    const answer = await app.renew(refreshToken);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(invalidGrant);
  });

  it('refuses an access token in its place, and a refresh token as access token', async () => {
    const pair = await signedIn();
    expect((await app.renew(pair.access_token.slice(0, 200))).status).toBe(401);
    expect((await t.api.get('/me', { token: pair.refresh_token })).status).toBe(401);
  });

  it('refuses the token of another application, and leaves the session alone', async () => {
    const pair = await signedIn();
    const foreign = await anApplication(t, 'Another App');
    expect((await foreign.renew(pair.refresh_token)).body).toEqual(invalidGrant);
    expect((await app.renew(pair.refresh_token)).status).toBe(200);
  });

  it('refuses one that has expired', async () => {
    const pair = await signedIn();
    t.clock.advance(2_592_000_000);
    expect((await app.renew(pair.refresh_token)).body).toEqual(invalidGrant);
  });

  it('gives a new pair, and goes on for longer than the first one lasted', async () => {
    let pair = await signedIn();
    for (let i = 0; i < 3; i += 1) {
      t.clock.advance(20 * 24 * 3600 * 1000);
      const answer = await app.renew(pair.refresh_token);
      expect(answer.status).toBe(200);
      expect(answer.body.refresh_token).not.toBe(pair.refresh_token);
      pair = answer.body;
    }
    expect(await works(pair.access_token)).toBe(true);
  });

  it('gives the same pair again within 30 seconds: the answer may have been lost', async () => {
    const pair = await signedIn();
    const first = await app.renew(pair.refresh_token);
    t.clock.advance(29_000);
    const again = await app.renew(pair.refresh_token);
    expect(again.body).toEqual(first.body);
    expect(await works(first.body.access_token)).toBe(true);
  });

  it('gives nothing again to a person whose last membership was deactivated meanwhile', async () => {
    const school = await aSchool(t);
    const member = await school.parent({}, await aPersonWithPassword(t));
    const pair = (await app.signIn(member)).body;
    expect((await app.renew(pair.refresh_token)).status).toBe(200);
    await school.deactivate(member);
    expect((await app.renew(pair.refresh_token)).body).toEqual(invalidGrant);
  });

  it('ends the whole session when a spent token comes back later', async () => {
    const pair = await signedIn();
    const renewed = (await app.renew(pair.refresh_token)).body;
    t.clock.advance(31_000);
    expect((await app.renew(pair.refresh_token)).body).toEqual(invalidGrant);
    expect(await works(renewed.access_token)).toBe(false);
    expect((await app.renew(renewed.refresh_token)).body).toEqual(invalidGrant);
  });

  it('keeps a lost answer sealed with the spent token, and no longer than it may be asked for', async () => {
    const pair = await signedIn();
    const renewed = (await app.renew(pair.refresh_token)).body;
    const sealed = (): Promise<{ box: Buffer }[]> =>
      t.dataSource.query(
        `select sealed_answer as box from refresh_tokens r join user_sessions s on s.id = r.session_id
         where sealed_answer is not null and s.id = $1`,
        [decodeJwt(renewed.access_token)['sid']],
      );
    const [first] = await sealed();
    expect(first?.box.toString('latin1')).not.toContain(renewed.refresh_token);
    t.clock.advance(31_000);
    await app.renew(renewed.refresh_token);
    expect(await sealed()).toHaveLength(1);
    expect((await sealed())[0]?.box.equals(first?.box ?? Buffer.of())).toBe(false);
  });
});

describe('wrong refresh tokens from one source', () => {
  const from = (source: string, token: string) =>
    app.token({ grant_type: 'refresh_token', refresh_token: token }, { 'x-forwarded-for': source });
  const statuses = (answers: { status: number }[], status: number): number =>
    answers.filter((answer) => answer.status === status).length;

  it('lead to 429 after two hundred, and right ones of the same source do not', async () => {
    const pair = await signedIn();
    const guesses = Array.from({ length: 205 }, (_, nth) => from('203.0.113.7', `wrong ${nth}`));
    const answers = await Promise.all(guesses);
    expect([statuses(answers, 401), statuses(answers, 429)]).toEqual([200, 5]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error.code).toBe('rate_limited');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('198.51.100.4', 'wrong')).status).toBe(401);
    expect((await from('203.0.113.7', pair.refresh_token)).status).toBe(200);
    const { email } = await aPersonWithPassword(t);
    const password = { grant_type: 'password', email, password: PASSWORD };
    expect((await app.token(password, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
  });

  it('count alone: two hundred and more right ones at once are answered', async () => {
    const { refresh_token: token } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 205 }, () => from('203.0.113.8', token)));
    expect(statuses(answers, 200)).toBe(205);
    expect((await from('203.0.113.8', 'wrong')).status).toBe(401);
  });
});

describe('POST /auth/revoke', () => {
  it('refuses a call without a token', async () => {
    expect((await t.api.post('/auth/revoke')).status).toBe(401);
  });

  it('ends the session of the bearer at once, for access and for renewal', async () => {
    const pair = await signedIn();
    expect((await t.api.post('/auth/revoke', { token: pair.access_token })).status).toBe(204);
    expect(await works(pair.access_token)).toBe(false);
    expect((await app.renew(pair.refresh_token)).status).toBe(401);
  });

  it('ends the session of a refresh token of the same person only', async () => {
    const person = await aPersonWithPassword(t);
    const [here, there] = [(await app.signIn(person)).body, (await app.signIn(person)).body];
    const stranger = await signedIn();
    const revoke = (refreshToken: string) =>
      t.api.post('/auth/revoke', { token: here.access_token, body: { refresh_token: refreshToken } });
    expect((await revoke(stranger.refresh_token)).status).toBe(204);
    expect((await revoke(there.refresh_token)).status).toBe(204);
    expect(await works(stranger.access_token)).toBe(true);
    expect(await works(there.access_token)).toBe(false);
    expect(await works(here.access_token)).toBe(true);
  });
});

describe('GET and DELETE /me/sessions', () => {
  it('refuse a call without a token', async () => {
    expect((await t.api.get('/me/sessions')).status).toBe(401);
    expect((await t.api.delete('/me/sessions/3f0e2a54-0f1e-4a57-9f5a-0d6d7c6a1b11')).status).toBe(401);
  });

  it("answer 404 for somebody else's session, an invented and a malformed one alike", async () => {
    const mine = await signedIn();
    const theirs = await signedIn();
    const [session] = (await t.api.get('/me/sessions', { token: theirs.access_token })).body.sessions;
    for (const id of [session.id, '3f0e2a54-0f1e-4a57-9f5a-0d6d7c6a1b11', 'x']) {
      expect((await t.api.delete(`/me/sessions/${id}`, { token: mine.access_token })).status).toBe(404);
    }
    expect(await works(theirs.access_token)).toBe(true);
  });

  it('show where the caller is signed in, and end it there', async () => {
    const person = await aPersonWithPassword(t);
    const phone = await anApplication(t, 'Phone App');
    const here = (await app.signIn(person)).body;
    const there = (await phone.signIn(person)).body;
    const { sessions } = (await t.api.get('/me/sessions', { token: here.access_token })).body;
    expect(
      sessions.map((s: { client_name: string; current: boolean }) => [s.client_name, s.current]).sort(),
    ).toEqual([
      ['Family App', true],
      ['Phone App', false],
    ]);
    const other = sessions.find((s: { current: boolean }) => !s.current);
    expect((await t.api.delete(`/me/sessions/${other.id}`, { token: here.access_token })).status).toBe(204);
    expect(await works(there.access_token)).toBe(false);
    expect(await works(here.access_token)).toBe(true);
  });
});
