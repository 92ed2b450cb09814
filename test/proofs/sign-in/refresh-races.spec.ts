import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword } from '../../support/application.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { freePort } from '../../support/processes/free-port.js';
import { aPublicApp, type OauthAnswer, OauthApp, type OauthTokens } from '../../support/sign-in/oauth-app.js';
import { rounds, timeFor } from '../../support/proofs/rounds.js';
import type { Person } from '../../support/school.factory.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(5);
/** How often a process is killed while it renews; more by KILLS. */
const KILLS = Number(process.env.KILLS ?? 3);
/** Sessions that are renewed when the process is killed. */
const AT_ONCE = 6;
const HALF_A_MINUTE = 31;

let t: TestApp;
let processes: ServiceProcess[];
let app: OauthApp;
let person: Person;
/** The application, at each of the processes. */
let doors: OauthApp[];

beforeAll(async () => {
  t = await startAtItsAddress();
  app = await aPublicApp(t);
  person = await aPersonWithPassword(t);
  processes = await Promise.all([startBeside(t), startBeside(t)]);
  doors = processes.map((service) => new OauthApp(service, app.clientId));
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

const refreshTokensOf = async ({ userId }: Person): Promise<number> => {
  const [{ count }] = await t.dataSource.query(
    `select count(*)::int from oauth_artifacts where model = 'RefreshToken' and user_id = $1`,
    [userId],
  );
  return count;
};

/** As if that much time had gone by since its token was spent, for all processes. */
const longAgo = (): Promise<unknown> =>
  t.dataSource.query(
    `update oauth_artifacts set consumed_at = consumed_at - make_interval(secs => $1)
    where consumed_at is not null`,
    [HALF_A_MINUTE],
  );

/** Refused renewals of one source are counted, and there are more of them here than of anybody in a quarter of an hour. */
const forgetRefusals = (): Promise<unknown> =>
  t.dataSource.query(`delete from attempt_counts where key like 'renewal:%'`);

describe('two processes on one database', () => {
  it(
    'give one and the same pair for a refresh token that comes five times at the same instant',
    async () => {
      const someone = await aPersonWithPassword(t);
      let { refresh_token: token } = await app.tokens(someone);
      const before = await refreshTokensOf(someone);
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = await Promise.all([0, 1, 0, 1, 0].map((at) => doors[at]!.refresh(token)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
        expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
        // With it the next round begins: the session lives.
        token = answers[0]!.body.refresh_token;
      }
      expect(await refreshTokensOf(someone)).toBe(before + ROUNDS);
      figure('Five renewals at once with one refresh token, over two processes: rounds', ROUNDS);
      figure('Of those, more than one new pair, or a session that ended', 0, '0');
    },
    timeFor(ROUNDS),
  );

  it(
    'end a session when its spent token comes once more after half a minute, and no other session',
    async () => {
      const kept = await app.tokens(person);
      let keptToken = kept.refresh_token;
      for (let round = 0; round < ROUNDS; round += 1) {
        const [here, there] = round % 2 ? [doors[0]!, doors[1]!] : [doors[1]!, doors[0]!];
        const { refresh_token: spent } = await app.tokens(person);
        const { body: renewed } = await here.refresh(spent);
        await longAgo();
        await forgetRefusals();
        const answers = await Promise.all([there.refresh(spent), here.refresh(spent)]);
        expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
          [400, 'invalid_grant'],
          [400, 'invalid_grant'],
        ]);
        expect((await there.refresh(renewed.refresh_token as string)).status).toBe(400);
        for (const { api } of processes)
          expect((await api.get('/me', { token: renewed.access_token as string })).status).toBe(401);
        const { status, body } = await there.refresh(keptToken);
        expect(status).toBe(200);
        keptToken = body.refresh_token as string;
      }
      figure('Spent refresh tokens that came again after half a minute, rounds', ROUNDS);
      figure('Of those, a session that lived on, or another that ended', 0, '0');
    },
    timeFor(ROUNDS),
  );
});

describe('a process that has fewer connections than renewals at once', () => {
  it('renews all of them: no transaction waits for a second connection', async () => {
    const narrow = await startBeside(t, { DATABASE_POOL_SIZE: '2' });
    try {
      const door = new OauthApp(narrow, app.clientId);
      const people = await Promise.all(Array.from({ length: AT_ONCE }, () => aPersonWithPassword(t)));
      const tokens: OauthTokens[] = [];
      for (const someone of people) tokens.push(await app.tokens(someone));
      const answers = await Promise.all(tokens.map(({ refresh_token: token }) => door.refresh(token)));
      expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
      // Counted all the same: 5,000 of a person in a day (contract section 0, rule 18).
      await forgetRefusals();
      await t.dataSource.query(`update attempt_counts set points = 5000 where key like 'renewed:%'`);
      const refused = await door.refresh(answers[0]!.body.refresh_token as string);
      expect([refused.status, refused.body.error]).toEqual([400, 'temporarily_unavailable']);
    } finally {
      await t.dataSource.query(`delete from attempt_counts where key like 'renewed:%'`);
      await narrow.stop();
    }
  }, 60_000);
});

interface Renewal {
  spent: string;
  /** Null: the process was gone before it had answered. */
  answer: OauthAnswer | null;
}

/** All of them at once, and the process is killed in the middle of it: when so many have been answered, and a moment later. */
async function killedWhileRenewing(service: ServiceProcess, tokens: OauthTokens[]): Promise<Renewal[]> {
  const door = new OauthApp(service, app.clientId);
  const answered = new EventEmitter();
  let left = Math.floor(Math.random() * AT_ONCE);
  const enough = left > 0 ? once(answered, 'enough') : delay(Math.random() * 100);
  const renewals = tokens.map(async ({ refresh_token: spent }) => {
    const answer = await door.refresh(spent).catch(() => null);
    left -= 1;
    if (left === 0) answered.emit('enough');
    return { spent, answer };
  });
  await enough;
  await delay(Math.random() * 3);
  await service.kill();
  return Promise.all(renewals);
}

describe('a process that is killed while it renews', () => {
  it(
    'leaves the old token good, or has given the new pair',
    async () => {
      const port = await freePort();
      let sessions: OauthTokens[] = [];
      for (let at = 0; at < AT_ONCE; at += 1) sessions.push(await app.tokens(person));
      const found = { answered: 0, lost: 0 };
      for (let kill = 0; kill < KILLS; kill += 1) {
        const service = await startBeside(t, { PORT: String(port) });
        // The first request loads what the others need.
        await fetch(`${service.url}/.well-known/openid-configuration`);
        const renewed: OauthTokens[] = [];
        for (const { spent, answer } of await killedWhileRenewing(service, sessions)) {
          found[answer ? 'answered' : 'lost'] += 1;
          if (answer) expect(answer.status).toBe(200);
          const next = answer ? (answer.body as OauthTokens).refresh_token : spent;
          const { status, body } = await doors[kill % 2]!.refresh(next);
          expect(status).toBe(200);
          renewed.push(body as OauthTokens);
        }
        sessions = renewed;
      }
      if (KILLS >= 50) expect(Math.min(found.answered, found.lost)).toBeGreaterThan(0);
      figure('Kills with SIGKILL while six sessions are renewed, times', KILLS);
      figure('Renewals that were answered before, and that were not', `${found.answered}, ${found.lost}`);
      figure('Of those, neither the old token good nor the new pair given', 0, '0');
    },
    60_000 + KILLS * 20_000,
  );
});
