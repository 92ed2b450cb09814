import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { SessionRemoval } from '../../../src/features/account/sessions/session-removal.service.js';
import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import { BackgroundJobs } from '../../../src/platform/jobs/background-jobs.js';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  type TestApplication,
} from '../../support/application.factory.js';
import type { Person } from '../../support/school.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const DAY = 24 * 3600 * 1000;
/** Of a refresh token, and so of a session that nobody renews. */
const LIFETIME = 30 * DAY;
const KEPT = 60 * DAY;

let t: TestApp;
let app: TestApplication;
let person: Person;
beforeAll(async () => {
  t = await startTestApp();
  app = await anApplication(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  person = await aPersonWithPassword(t);
  await t.dataSource.query('delete from user_sessions');
});

const signIn = async () => (await app.signIn(person)).body;
const sessionOf = (accessToken: string): string => decodeJwt(accessToken)['sid'] as string;
const removeOld = (): Promise<boolean> => t.app.get(SessionRemoval).removeOld();
const works = async (accessToken: string): Promise<boolean> =>
  (await t.api.get('/me', { token: accessToken })).status === 200;
const rowsOf = async (): Promise<Record<'sessions' | 'tokens' | 'challenges', number>> => {
  const [counts] = await t.dataSource.query<[Record<'sessions' | 'tokens' | 'challenges', number>]>(
    `select (select count(*)::int from user_sessions) as sessions,
       (select count(*)::int from refresh_tokens) as tokens,
       (select count(*)::int from two_step_challenges) as challenges`,
  );
  return counts;
};

describe('Old sessions', () => {
  it('stay as long as they are renewed: the oldest spent token that comes again still ends the session', async () => {
    const first = await signIn();
    let pair = first;
    for (let month = 0; month < 8; month += 1) {
      t.clock.advance(LIFETIME - DAY);
      pair = (await app.renew(pair.refresh_token)).body;
      await removeOld();
    }
    expect(await rowsOf()).toMatchObject({ sessions: 1, tokens: 9 });
    expect((await app.renew(first.refresh_token)).status).toBe(401);
    expect(await works(pair.access_token)).toBe(false);
  });

  it('stay for 60 days after they have expired, and their person is told of them', async () => {
    const [revoked, expired] = [await signIn(), await signIn()];
    await t.api.post('/auth/revoke', { token: revoked.access_token });
    t.clock.advance(LIFETIME + KEPT - DAY / 24);
    expect(await removeOld()).toBe(false);
    const { body } = await t.api.get('/me/export', { token: (await signIn()).access_token });
    const told = (body.sessions as { id: string }[]).map(({ id }) => id);
    expect(told).toEqual(
      expect.arrayContaining([revoked, expired].map(({ access_token }) => sessionOf(access_token))),
    );
  });

  it('go then with their tokens and challenges, whether they were revoked or not', async () => {
    const [revoked, expired] = [await signIn(), await signIn()];
    await t.api.post('/auth/revoke', { token: revoked.access_token });
    const careful = await aPersonWithTwoStep(t);
    await t.dataSource.query('delete from user_sessions where user_id = $1', [careful.userId]);
    const pending = (await app.signIn(careful)).body;
    await t.api.post('/auth/two-step/challenge', { token: pending.access_token, body: { method: 'totp' } });
    await t.app.get(OperatorTokensService).issue(person.email, LIFETIME / 1000);
    expect(await rowsOf()).toEqual({ sessions: 4, tokens: 3, challenges: 1 });
    t.clock.advance(LIFETIME + KEPT);
    const living = await signIn();
    expect(await removeOld()).toBe(false);
    expect(await rowsOf()).toEqual({ sessions: 1, tokens: 1, challenges: 0 });
    expect((await app.renew(expired.refresh_token)).body.error.reason).toBe('invalid_grant');
    expect(await works(living.access_token)).toBe(true);
  });

  it('go a hundred at a time, the oldest first', async () => {
    const aged = `insert into user_sessions (user_id, created_at, expires_at)
      select $1, now(), $2::timestamptz - n * interval '1 second' from generate_series(0, 100) n`;
    const newest = new Date(t.clock.now().getTime() - KEPT);
    await t.dataSource.query(aged, [person.userId, newest]);
    expect(await removeOld()).toBe(true);
    expect(await t.dataSource.query('select expires_at from user_sessions')).toEqual([
      { expires_at: newest },
    ]);
    expect(await removeOld()).toBe(false);
    expect(await rowsOf()).toMatchObject({ sessions: 0 });
  });

  it('stay when another process is at them, and nobody waits', async () => {
    const held = sessionOf((await signIn()).access_token);
    await signIn();
    t.clock.advance(LIFETIME + KEPT);
    await t.dataSource.transaction(async (manager) => {
      await manager.query('select from user_sessions where id = $1 for update', [held]);
      expect(await removeOld()).toBe(false);
    });
    expect(await t.dataSource.query('select id from user_sessions')).toEqual([{ id: held }]);
  });

  it('refuse who comes with a token while they go, and the two do not wait for each other for ever', async () => {
    const { access_token, refresh_token } = await signIn();
    t.clock.advance(LIFETIME + KEPT);
    const renewal = await t.dataSource.transaction(async (manager) => {
      await manager.query('select from user_sessions where id = $1 for update', [sessionOf(access_token)]);
      const answer = app.renew(refresh_token);
      await untilWaiting(t.dataSource);
      await manager.query('delete from user_sessions where id = $1', [sessionOf(access_token)]);
      return { answer };
    });
    expect((await renewal.answer).body.error.reason).toBe('invalid_grant');
  });

  it('go by the hand of every service process', async () => {
    await signIn();
    t.clock.advance(LIFETIME + KEPT);
    const jobs = t.app.get(BackgroundJobs);
    jobs.start();
    while ((await rowsOf()).sessions > 0);
    await jobs.stop();
  });
});
