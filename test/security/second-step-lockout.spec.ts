import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { accountMailText } from '../../src/features/account/mails/account-mail-text.js';
import { aPersonWithTwoStep, PASSWORD } from '../support/application.factory.js';
import { LinkedService } from '../support/mail/mailed-links.js';

/*
 * Somebody knows a password and tries codes of the second step. Its owner signs in as always where they have done so lately, is
 * told, and no more than a hundred codes are tried in any day.
 */

const HOME = '198.51.100.7';
const SCHOOL = '192.0.2.1';
const HOUR = 60 * 60_000;
let service: LinkedService;
let owner: Awaited<ReturnType<typeof aPersonWithTwoStep>>;

beforeAll(async () => {
  service = await LinkedService.start();
});
beforeEach(async () => {
  await service.begin();
  owner = await aPersonWithTwoStep(service.t);
});
afterAll(() => service.close());

const code = (): string =>
  generateSync({ secret: owner.totpSecret, epoch: Math.floor(service.t.clock.now().getTime() / 1000) });

/** A session of its own. @returns the statuses of the codes */
async function tries(source: string, ...codes: string[]): Promise<number[]> {
  const headers = { 'x-forwarded-for': source };
  const signedIn = await service.app.token(
    { grant_type: 'password', email: owner.email, password: PASSWORD },
    headers,
  );
  const token = signedIn.body.access_token as string;
  const { body } = await service.t.api.post('/auth/two-step/challenge', { token, headers });
  const statuses = [];
  for (const given of codes) {
    const sent = { challenge_id: body.challenge_id, code: given };
    statuses.push((await service.t.api.post('/auth/two-step/verify', { token, headers, body: sent })).status);
  }
  return statuses;
}

const WRONG = ['000000', '111111', '222222', '333333', '444444'];

/** @returns how many were looked at */
async function attack(source: string, sessions: number): Promise<number> {
  let lookedAt = 0;
  for (let session = 0; session < sessions; session += 1)
    lookedAt += (await tries(source, ...WRONG)).filter((status) => status === 400).length;
  return lookedAt;
}

describe('Wrong codes of the second step', () => {
  it('refuse their owner nothing where they have signed in lately', async () => {
    expect(await tries(HOME, code())).toEqual([200]);
    expect(await attack('203.0.113.9', 6)).toBeLessThanOrEqual(25);
    expect(await tries('203.0.113.10', '000000')).toEqual([429]);
    service.t.clock.advance(30_000);
    expect(await tries(HOME, code())).toEqual([200]);
  });

  it('leave them another place where they have signed in, when they come from one such place', async () => {
    expect(await tries(HOME, code())).toEqual([200]);
    service.t.clock.advance(30_000);
    expect(await tries(SCHOOL, code())).toEqual([200]);
    await attack(SCHOOL, 5);
    service.t.clock.advance(30_000);
    expect(await tries(SCHOOL, code())).toEqual([429]);
    service.t.clock.advance(30_000);
    expect(await tries(HOME, code())).toEqual([200]);
  });

  it('number a hundred at most in any day, from wherever they come', async () => {
    for (const source of [HOME, SCHOOL]) {
      expect(await tries(source, code())).toEqual([200]);
      service.t.clock.advance(30_000);
    }
    let lookedAt = 0;
    for (const source of [HOME, SCHOOL, '203.0.113.9', '203.0.113.10']) lookedAt += await attack(source, 8);
    // The counters of hours begin anew; those of a day do not.
    await service.t.dataSource
      .query(`delete from attempt_counts where key like 'code:%' or key like 'account:%'
      or key like 'everywhere:%' or key like 'knownSource:%' or key like 'source:%'`);
    for (const source of ['203.0.113.11', '203.0.113.12']) lookedAt += await attack(source, 8);
    expect(lookedAt).toBeGreaterThan(40);
    // Two windows touch any day.
    expect(2 * lookedAt).toBeLessThanOrEqual(100);
  });

  it('reach their owner with the first refusal, once a day', async () => {
    await service.mailboxes.take(service.t, owner.email);
    await attack('203.0.113.9', 4);
    expect(await service.mailboxes.take(service.t, owner.email)).toEqual([]);
    expect(await attack('203.0.113.9', 2)).toBe(0);
    const [told, ...more] = await service.mailboxes.take(service.t, owner.email);
    expect([told?.subject, more]).toEqual(['Somebody knows the password of your account', []]);
    expect(told!.text).toContain('/password/forgotten');
    await attack('203.0.113.10', 2);
    expect(await service.mailboxes.take(service.t, owner.email)).toEqual([]);
    service.t.clock.advance(25 * HOUR);
    await attack('203.0.113.11', 2);
    expect(await service.mailboxes.take(service.t, owner.email)).toHaveLength(1);
  });

  it.each(['en', 'es', 'fr', 'de'])('reach their owner in the language of the school (%s)', (language) => {
    const facts = {
      ...{ siteUrl: 'https://directory.example.org', email: owner.email, when: '', until: '', reason: '' },
      ...{ school: '', item: '', link: '', code: '123456', holdings: null },
    };
    const { subject, text } = accountMailText('codesTried', language, facts);
    expect(text).toContain('https://directory.example.org/password/forgotten');
    expect(subject).not.toBe(accountMailText('guessing', language, facts).subject);
    if (language !== 'en') expect(text).not.toBe(accountMailText('codesTried', 'en', facts).text);
  });
});
