import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/runtime/create-app.js';
import { ApiClient } from '../support/api-client.js';
import { anApplication, aPersonWithPassword, type TestApplication } from '../support/an-application.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let app: TestApplication;
/** A second process on the same database would do the same; here it is a second application. */
let other: NestExpressApplication;
let otherApi: ApiClient;

beforeAll(async () => {
  t = await startTestApp();
  app = await anApplication(t);
  other = await createApp(t.settings, t.clock);
  await other.listen(0, '127.0.0.1');
  otherApi = new ApiClient((await other.getUrl()).replace('[::1]', '127.0.0.1'));
});
afterAll(async () => {
  await other.close();
  await t.close();
});

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

  it('ends the whole session when a spent token comes back later', async () => {
    const pair = await signedIn();
    const renewed = (await app.renew(pair.refresh_token)).body;
    t.clock.advance(31_000);
    expect((await app.renew(pair.refresh_token)).body).toEqual(invalidGrant);
    expect(await works(renewed.access_token)).toBe(false);
    expect((await app.renew(renewed.refresh_token)).body).toEqual(invalidGrant);
  });

  it('keeps a lost answer sealed: only the spent token opens it, and it is forgotten later', async () => {
    const pair = await signedIn();
    const renewed = (await app.renew(pair.refresh_token)).body;
    const sealed = async () => {
      const [row] = await t.dataSource.query<{ boxes: string[] }[]>(
        `select array_agg(encode(sealed_answer, 'escape')) filter (where sealed_answer is not null) as boxes
         from refresh_tokens where session_id = (select session_id from refresh_tokens
           where token_hash = encode(sha256($1::bytea), 'base64') or spent_at is not null order by spent_at desc limit 1)`,
        [pair.refresh_token],
      );
      return row?.boxes ?? [];
    };
    expect((await sealed()).join()).not.toContain(renewed.refresh_token);
    t.clock.advance(31_000);
    await app.renew(renewed.refresh_token);
    expect(await sealed()).toHaveLength(1);
  });

  it('gives one pair however many processes are asked at the same instant', async () => {
    for (let round = 0; round < 20; round += 1) {
      const pair = await signedIn();
      const request = {
        body: { grant_type: 'refresh_token', refresh_token: pair.refresh_token },
        headers: { authorization: app.basic },
      };
      const answers = await Promise.all(
        [t.api, otherApi, t.api, otherApi].map((api) => api.post('/auth/token', request)),
      );
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    }
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
