import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
  type TestApplication,
} from '../support/application.factory.js';
import { AccountTrail, BrowserVisitor, isSignedIn, type PageAnswer } from '../support/browser-visitor.js';
import type { Person } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

const MINUTE = 60_000;

let t: TestApp;
let trail: AccountTrail;
let application: TestApplication;
beforeAll(async () => {
  t = await startTestApp();
  trail = new AccountTrail(t);
  application = await anApplication(t);
});
afterAll(() => t.close());

let person: Person;
let browser: BrowserVisitor;
beforeEach(async () => {
  person = await aPersonWithPassword(t);
  browser = await new BrowserVisitor(t).signIn(person);
});

describe('two-step verification', () => {
  const enrol = async (visitor = browser) => {
    const { text } = await visitor.get('/account/two-step');
    const [, secret = ''] = /[?&;]secret=([A-Z2-7]+)/.exec(text) ?? [];
    const [, sealed = ''] = /name="sealed" value="([^"]+)"/.exec(text) ?? [];
    return { secret, sealed };
  };
  const codeOf = (secret: string): string =>
    generateSync({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) });
  const isOn = async (userId: string): Promise<boolean> =>
    (await trail.rows<{ on: boolean }>('select two_step_enabled as on from users where id = $1', userId))[0]!
      .on;
  const codesIn = ({ text }: PageAnswer): string[] => text.match(/\b(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}\b/g) ?? [];

  it('stays off before a code has shown that the app has the secret', async () => {
    const { secret, sealed } = await enrol();
    expect(sealed).not.toContain(secret);
    for (const code of ['', '000000', 'x', codeOf('JBSWY3DPEHPK3PXP'.repeat(2))]) {
      const answer = await browser.post('/account/two-step', { sealed, code });
      expect(answer.status).toBe(400);
      // The same one again: it is in the app by now.
      expect(answer.text).toContain(`secret=${secret}`);
    }
    expect(await isOn(person.userId)).toBe(false);
    const stored = await trail.rows('select * from user_credentials where user_id = $1', person.userId);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it("takes no secret that was sealed for somebody else's session, or too long ago", async () => {
    const stranger = await new BrowserVisitor(t).signIn(await aPersonWithPassword(t));
    const elsewhere = await new BrowserVisitor(t).signIn(person);
    for (const visitor of [stranger, elsewhere]) {
      const { secret, sealed } = await enrol(visitor);
      expect((await browser.post('/account/two-step', { sealed, code: codeOf(secret) })).status).toBe(400);
    }
    const { secret, sealed } = await enrol();
    t.clock.advance(10 * MINUTE);
    await browser.post('/account/confirm', { password: PASSWORD });
    expect((await browser.post('/account/two-step', { sealed, code: codeOf(secret) })).status).toBe(400);
    expect(await isOn(person.userId)).toBe(false);
  });

  it('begins with the right one: eight codes once, everybody else is out, and this browser has done both steps', async () => {
    const [other, token] = [await new BrowserVisitor(t).signIn(person), await tokenOf(t, person)];
    const { secret, sealed } = await enrol();
    const code = codeOf(secret);
    const answer = await browser.post('/account/two-step', { sealed, code });
    expect([answer.status, codesIn(answer).length]).toEqual([200, 8]);
    expect(await Promise.all([browser, other].map(isSignedIn))).toEqual([true, false]);
    expect((await t.api.get('/me', { token })).status).toBe(401);
    expect(await trail.mailsTo(person.userId)).toEqual(['second_step_changed']);
    expect((await browser.get('/account/two-step')).text).not.toContain('secret=');
    // The code that has shown it is used up.
    const { body } = await application.signIn(person);
    const asked = await t.api.post('/auth/two-step/challenge', { token: body.access_token });
    const challenge_id: unknown = asked.body.challenge_id;
    const again = await t.api.post('/auth/two-step/verify', {
      token: body.access_token,
      body: { challenge_id, code },
    });
    expect(again.status).toBe(400);
  });

  it('begins once, however many ask at the same time', async () => {
    const { secret, sealed } = await enrol();
    const code = codeOf(secret);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.copy().post('/account/two-step', { sealed, code })),
    );
    expect(answers.filter((answer) => codesIn(answer).length === 8)).toHaveLength(1);
    const codes = await trail.rows('select 1 from recovery_codes where user_id = $1', person.userId);
    expect(codes).toHaveLength(8);
    expect(await trail.mailsTo(person.userId)).toEqual(['second_step_changed']);
  });

  describe('that is on', () => {
    let owing: Awaited<ReturnType<typeof aPersonWithTwoStep>>;
    beforeEach(async () => {
      owing = await aPersonWithTwoStep(t);
      browser = await new BrowserVisitor(t).signInWithBothSteps(owing);
    });

    it.each([
      ['no code', { password: PASSWORD }],
      ['a wrong code', { password: PASSWORD, code: '000000' }],
      ["somebody else's recovery code", { password: PASSWORD, code: 'AAAA-BBBB-CCCC-DDDD' }],
      ['a wrong password', { password: 'not it, is it', code: 'right' }],
    ])('stays on with %s', async (_, { code, ...form }: { password: string; code?: string }) => {
      const given = code === 'right' ? codeOf(owing.totpSecret) : (code ?? '');
      expect((await browser.post('/account/two-step/off', { ...form, code: given })).status).toBe(400);
      expect(await isOn(owing.userId)).toBe(true);
      expect(await trail.mailsTo(owing.userId)).toEqual([]);
    });

    it('counts the codes that are tried', async () => {
      const form = { password: PASSWORD, code: '000000' };
      const statuses: number[] = [];
      for (let tries = 0; tries < 21; tries += 1)
        statuses.push((await browser.post('/account/two-step/codes', form)).status);
      expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
    }, 30_000);

    it('ends with password and code: a new session here, and none anywhere else', async () => {
      const other = await new BrowserVisitor(t).signInWithBothSteps(owing);
      const form = { password: PASSWORD, code: codeOf(owing.totpSecret) };
      expect((await browser.post('/account/two-step/off', form)).location).toBe('/account?done=off');
      expect(await isOn(owing.userId)).toBe(false);
      expect(await Promise.all([browser, other].map(isSignedIn))).toEqual([true, false]);
      expect(await trail.mailsTo(owing.userId)).toEqual(['second_step_changed']);
    });

    it('gives new recovery codes for one of the old ones, of which none is good any more', async () => {
      const [first = '', second = ''] = owing.recoveryCodes;
      const answer = await browser.post('/account/two-step/codes', { code: first });
      expect(codesIn(answer)).toHaveLength(8);
      for (const code of [first, second])
        expect((await browser.post('/account/two-step/codes', { code })).status).toBe(400);
      expect(await trail.mailsTo(owing.userId)).toEqual(['second_step_changed']);
      expect(await isSignedIn(browser)).toBe(true);
    });
  });
});
