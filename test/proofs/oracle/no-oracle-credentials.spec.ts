import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  type TestApplication,
} from '../../support/application.factory.js';
import { TestPublisher } from '../../support/publisher.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { OneConnection, type Exchange } from '../../support/http/one-connection.js';
import { compare, comparesTimes, PAIRS, timeForPairs } from '../../support/proofs/oracle-pairs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * Whether there is such an account, application, token or address cannot be found out by guessing. Registration takes no
 * name of anybody: it matches the verified email of the one who asks.
 */

/** Milliseconds by which the medians may differ. */
const BOUND = 2;
/** A password takes tens of milliseconds to check, which vary: by how much of them the medians may differ. */
const SHARE_OF_A_PASSWORD = 0.05;

let t: TestApp;
let app: TestApplication;
let connection: OneConnection;
beforeAll(async () => {
  t = await startTestApp();
  app = await anApplication(t);
  connection = new OneConnection(t.url);
});
afterAll(async () => {
  connection.close();
  await t.close();
});

/** Before each question: what limits guessing would otherwise end the test. */
const forget = (): Promise<unknown> => t.dataSource.query('delete from attempt_counts');

async function ask(path: string, headers: Record<string, string>, body?: object): Promise<Exchange> {
  await forget();
  return connection.send(body ? 'POST' : 'GET', path, headers, body);
}

const token = (body: object, authorization = app.basic): Promise<Exchange> =>
  ask('/api/v1/auth/token', { authorization }, body);

const basic = (id: string): string => `Basic ${Buffer.from(`${id}:wrong`).toString('base64')}`;

interface Bound {
  allowed: (median: number) => number;
  words: string;
}
const ALIKE: Bound = { allowed: () => BOUND, words: `<= ${BOUND} ms` };
const AS_LONG_AS_A_PASSWORD: Bound = {
  allowed: (median) => median * SHARE_OF_A_PASSWORD,
  words: `<= ${SHARE_OF_A_PASSWORD * 100} % of the median`,
};

async function expectAlike(
  what: string,
  status: number,
  [there, invented]: [() => Promise<Exchange>, () => Promise<Exchange>],
  { allowed, words }: Bound = ALIKE,
): Promise<void> {
  expect((await there()).status).toBe(status);
  const { differences, medians } = await compare(there, invented);
  expect(differences).toEqual([]);
  if (!comparesTimes) return;
  const difference = Math.abs(medians.there - medians.invented);
  figure(`${what}: difference of medians over ${PAIRS} pairs, ms`, difference.toFixed(2), words);
  expect(difference).toBeLessThanOrEqual(allowed(medians.invented));
}

describe('Nobody can find out', () => {
  it(
    'whether an address has an account',
    async () => {
      const { email } = await aPersonWithPassword(t);
      const wrong = { grant_type: 'password', password: 'wrong password' };
      await expectAlike(
        'Sign-in',
        401,
        [
          () => token({ ...wrong, email }),
          () => token({ ...wrong, email: `nobody-${randomUUID()}@example.org` }),
        ],
        AS_LONG_AS_A_PASSWORD,
      );
    },
    timeForPairs(2_000),
  );

  it(
    'whether an address has an account that a link can be mailed to',
    async () => {
      const { email } = await aPersonWithPassword(t);
      const forgotten = (address: string): Promise<Exchange> =>
        ask('/password/forgotten', {}, new URLSearchParams({ email: address }));
      await expectAlike('A forgotten password', 200, [
        () => forgotten(email),
        () => forgotten(`nobody-${randomUUID()}@example.org`),
      ]);
    },
    timeForPairs(),
  );

  it(
    'whether an application is there',
    async () => {
      const body = { grant_type: 'password', email: 'nobody@example.org', password: 'wrong password' };
      await expectAlike(
        'Credentials of an application',
        401,
        [() => token(body, basic(app.clientId)), () => token(body, basic(randomUUID()))],
        AS_LONG_AS_A_PASSWORD,
      );
    },
    timeForPairs(2_000),
  );

  it(
    'whether another application has given out a refresh token',
    async () => {
      const other = await anApplication(t);
      const { body } = await other.signIn(await aPersonWithPassword(t));
      const refresh = { grant_type: 'refresh_token' };
      await expectAlike('Refresh token', 401, [
        () => token({ ...refresh, refresh_token: body.refresh_token }),
        () => token({ ...refresh, refresh_token: randomBytes(32).toString('base64url') }),
      ]);
    },
    timeForPairs(),
  );

  it(
    'whether a challenge is that of another session',
    async () => {
      const [mine, theirs] = [await halfSignedIn(), await halfSignedIn()];
      const { body } = await t.api.post('/auth/two-step/challenge', { token: theirs });
      const verify = async (challengeId: string): Promise<Exchange> => {
        await t.dataSource.query('update user_sessions set failed_codes = 0');
        const guess = { challenge_id: challengeId, code: '000000' };
        return ask('/api/v1/auth/two-step/verify', { authorization: `Bearer ${mine}` }, guess);
      };
      await expectAlike('Challenge of a second step', 400, [
        () => verify(body.challenge_id as string),
        () => verify(randomUUID()),
      ]);
    },
    timeForPairs(),
  );

  it.each(['calendar', 'menus'])(
    'whether a feed of the %s was there for one who has left',
    async (feed) => {
      const school = await aSchool(t);
      const parent = await school.parent();
      const { body } = await t.api.post(`/schools/${school.id}/${feed}/subscriptions`, {
        token: parent.token,
      });
      await school.deactivate(parent);
      const { pathname } = new URL(body.subscription.feed_url as string);
      const { token: secret } = body.subscription as { token: string };
      const invented = (): string => pathname.replace(secret, randomBytes(32).toString('base64url'));
      await expectAlike(`Feed of the ${feed}`, 404, [() => ask(pathname, {}), () => ask(invented(), {})]);
    },
    timeForPairs(),
  );
});

describe('Nobody waits', () => {
  it('for a renewal of another application', async () => {
    const other = await anApplication(t);
    const { body } = await other.signIn(await aPersonWithPassword(t));
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    await t.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from refresh_tokens for update');
      expect(await statusBefore(token(refresh))).toBe(401);
    });
    expect((await other.token(refresh)).status).toBe(200);
  });

  it('for a file that another school is saving', async () => {
    const [here, there] = [await aSchool(t), await aSchool(t)];
    const own = new TestPublisher(t, 'documents', here, await here.admin());
    const foreign = await new TestPublisher(t, 'documents', there, await there.admin()).anUpload();
    await t.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from attachments where key = $1 for update', [foreign.key]);
      expect(await statusBefore(own.create({ attachments: [foreign] }))).toBe(400);
    });
  });
});

/** Far above what an answer takes: what waits here waits for the test itself. */
const statusBefore = (
  answer: Promise<{ status?: number | undefined }>,
): Promise<number | string | undefined> =>
  Promise.race([answer.then(({ status }) => status), delay(20_000, 'it waits', { ref: false })]);

async function halfSignedIn(): Promise<string> {
  return (await app.signIn(await aPersonWithTwoStep(t))).body.access_token as string;
}
