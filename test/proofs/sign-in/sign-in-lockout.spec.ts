import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { hash } from '@node-rs/argon2';
import { sendDue } from '../../support/mail/send-due.js';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
  type TestApplication,
} from '../../support/application.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool, type Person } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

/*
 * Whoever guesses passwords must not take an account away from its owner: where the owner has signed in lately, or has
 * renewed a session, they sign in as always.
 */

const HOME = '198.51.100.20';
const SCHOOL = '192.0.2.1';
/** Of the attack, from a tenth as many sources; 10,000 by LOCKOUT_TRIES, with passwords that take as long as they do. */
const asked = process.env.LOCKOUT_TRIES;
const TRIES = Number(asked ?? 1_000);
/** Of one account in any 24 hours, all sources taken together. */
const BOUND = 1_000;

let t: TestApp;
let app: TestApplication;
beforeAll(async () => {
  t = await startAppWithDataDir({ trustProxy: 1 });
  app = await anApplication(t);
});
afterAll(() => t.close());

/** What is counted does not depend on how long a password takes: every day the digest is one that takes no time. */
async function aPerson(): Promise<Person> {
  const person = await aPersonWithPassword(t);
  if (asked) return person;
  const digest = await hash(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });
  await t.dataSource.query('update user_credentials set password_hash = $2 where user_id = $1', [
    person.userId,
    digest,
  ]);
  return person;
}

const signIn = async (email: string, password: string, source: string): Promise<number> => {
  const body = { grant_type: 'password', email, password };
  return (await app.token(body, { 'x-forwarded-for': source })).status;
};

/** From so many sources in turn, a few at once. @returns how many were answered with each status */
async function attack(email: string, tries: number, sources: string[]): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const guess = async (): Promise<void> => {
    while (next < tries) {
      const source = sources[(next += 1) % sources.length] ?? '';
      const status = await signIn(email, 'wrong password', source);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, guess));
  return statuses;
}

const strangers = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `203.${i >> 8}.113.${i & 255}`);

const mailsTo = (email: string): string[] =>
  readdirSync(join(t.settings.dataDir, 'mail'))
    .map((name) => readFileSync(join(t.settings.dataDir, 'mail', name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`));

async function untilWritten(email: string): Promise<void> {
  const owed = () =>
    t.dataSource.query<unknown[]>(
      'select from mails m join users u on u.id = m.user_id where u.email = $1 and ended_at is null',
      [email],
    );
  while ((await owed()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a thousand wrong passwords from a hundred sources', () => {
  it('refuse a stranger with 429, try no more than the bound, and let the owner in 200 times of 200', async () => {
    const person = await aPerson();
    const school = await aSchool(t, { locale: 'de-AT' });
    await school.parent({}, person);
    expect(await signIn(person.email, PASSWORD, HOME)).toBe(200);
    const own: number[] = [];
    const owner = async (): Promise<void> => {
      for (let i = 0; i < 200; i += 1) own.push(await signIn(person.email, PASSWORD, HOME));
    };
    const [statuses] = await Promise.all([attack(person.email, TRIES, strangers(TRIES / 10)), owner()]);
    const tried = statuses[401] ?? 0;
    expect(own.filter((status) => status === 200)).toHaveLength(200);
    expect(tried).toBeGreaterThan(0);
    // Those windows may end, and begin again, within 24 hours.
    expect(2 * tried).toBeLessThanOrEqual(BOUND);
    expect(await signIn(person.email, PASSWORD, '203.0.113.250')).toBe(429);
    figure('Owner signs in from a known device under attack', `${own.length} of 200`, '200 of 200');
    figure(`Wrong passwords tried of ${TRIES} from ${TRIES / 10} sources`, tried, `<= ${BOUND} a day`);

    await untilWritten(person.email);
    await sendDue(t.app);
    const mails = mailsTo(person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/Subject:.*Passw/);
    for (const said of ['203.', HOME, 'wrong password']) expect(mails[0]).not.toContain(said);
  }, 600_000);
});

describe('Wrong passwords', () => {
  it('count no more often than the bound, those from known devices among them', async () => {
    const person = await aPerson();
    const known = strangers(6);
    for (const source of known) expect(await signIn(person.email, PASSWORD, source)).toBe(200);
    const [own, foreign] = await Promise.all([
      attack(person.email, 300, known),
      attack(person.email, 300, strangers(200).slice(6)),
    ]);
    const tried = (own[401] ?? 0) + (foreign[401] ?? 0);
    expect(own).toEqual({ 401: 250, 429: 50 });
    // Two windows of each lie in any 24 hours.
    expect(2 * tried).toBeLessThanOrEqual(BOUND);
    expect((own[429] ?? 0) + (foreign[429] ?? 0)).toBe(600 - tried);
  });

  it('number no more than 250 a day from strangers, however many hours they take', async () => {
    const person = await aPerson();
    let tried = 0;
    for (let hour = 0; hour < 5; hour += 1) {
      tried += (await attack(person.email, 110, strangers(100)))[401] ?? 0;
      // What is counted by the hour, or for less, begins anew.
      await t.dataSource.query(`delete from attempt_counts where key not like 'day:%'`);
    }
    expect(tried).toBe(250);
  });

  it('from one known device leave another one open', async () => {
    const person = await aPerson();
    for (const source of [HOME, SCHOOL]) expect(await signIn(person.email, PASSWORD, source)).toBe(200);
    const statuses = await attack(person.email, 220, [SCHOOL]);
    expect(statuses).toEqual({ 401: 200, 429: 20 });
    expect(await signIn(person.email, PASSWORD, HOME)).toBe(200);
  });

  it('keep no known family out of the building, be there 200 of others from the address of the school', async () => {
    const [family, ...others] = await Promise.all(Array.from({ length: 21 }, () => aPerson()));
    expect(await signIn(family!.email, PASSWORD, SCHOOL)).toBe(200);
    for (const other of others) await attack(other.email, 10, [SCHOOL]);
    expect(await signIn(others[0]!.email, PASSWORD, SCHOOL)).toBe(429);
    expect(await signIn(family!.email, PASSWORD, SCHOOL)).toBe(200);
  });

  it('get the same answer for nobody: 401, then 429', async () => {
    const person = await aPerson();
    const [there, invented] = [
      await attack(person.email, 120, strangers(40)),
      await attack('nobody-at-all@example.org', 120, strangers(80).slice(40)),
    ];
    expect(there).toEqual(invented);
  });

  it('appear in the log with digests and the kind of reason, and nothing else of them', async () => {
    const person = await aPerson();
    const lines: unknown[] = [];
    const warn = jest
      .spyOn(Logger.prototype, 'warn')
      .mockImplementation((...given: unknown[]) => void lines.push(given));
    for (let i = 0; i < 11; i += 1) await signIn(person.email, 'wrong password', '203.0.113.9');
    warn.mockRestore();
    const text = JSON.stringify(lines);
    expect(lines).toHaveLength(11);
    expect(lines[0]).toEqual([
      { account: expect.any(String), source: expect.any(String), reason: 'credentials' },
      'A sign-in failed',
    ]);
    expect(lines[10]).toEqual([expect.objectContaining({ reason: 'limit account' }), 'A sign-in failed']);
    for (const said of [person.email, '203.0.113.9', 'wrong password']) expect(text).not.toContain(said);
  });
});

describe('A source is known', () => {
  const knownSources = (userId: string) =>
    t.dataSource.query<{ source: string; used_at: Date }[]>(
      'select source, used_at from known_sources where user_id = $1',
      [userId],
    );

  it('not by a password alone where a second step is missing', async () => {
    const person = await aPersonWithTwoStep(t);
    expect(await signIn(person.email, PASSWORD, HOME)).toBe(200);
    expect(await knownSources(person.userId)).toEqual([]);
  });

  it('not for another person, and not after 30 days', async () => {
    const [person, neighbour] = [await aPerson(), await aPerson()];
    expect(await signIn(neighbour.email, PASSWORD, HOME)).toBe(200);
    await attack(person.email, 120, strangers(40));
    expect(await signIn(person.email, PASSWORD, HOME)).toBe(429);
    await t.dataSource.query(`update known_sources set used_at = used_at - interval '31 days'`);
    await attack(neighbour.email, 120, strangers(120).slice(80));
    expect(await signIn(neighbour.email, PASSWORD, HOME)).toBe(429);
  });

  it('by a live refresh token that is renewed there, and is stored as a digest, once a day', async () => {
    const person = await aPerson();
    const { body } = await app.signIn(person);
    await t.dataSource.query('delete from known_sources where user_id = $1', [person.userId]);
    const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    const renewed = await app.token(renewal, { 'x-forwarded-for': '198.51.100.77' });
    const [first, ...more] = await knownSources(person.userId);
    expect(more).toEqual([]);
    expect(JSON.stringify(first)).not.toContain('198.51');
    await app.token(
      { ...renewal, refresh_token: renewed.body.refresh_token },
      { 'x-forwarded-for': '198.51.100.77' },
    );
    expect(await knownSources(person.userId)).toEqual([first]);
    await attack(person.email, 120, strangers(200).slice(150));
    expect(await signIn(person.email, PASSWORD, '198.51.100.77')).toBe(200);
  });

  it('and no table holds an address, a source or a password that was tried', async () => {
    const rows = await t.dataSource.query<object[]>(
      `select to_jsonb(a) from attempt_counts a union all select to_jsonb(k) from known_sources k
       union all select to_jsonb(m) from mails m`,
    );
    const text = JSON.stringify(rows);
    for (const said of ['203.', HOME, SCHOOL, 'wrong password', '@']) expect(text).not.toContain(said);
  });
});
