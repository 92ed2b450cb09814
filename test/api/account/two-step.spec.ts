import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import {
  anApplication,
  aPersonWithMailedStep,
  aPersonWithPassword,
  aPersonWithTwoStep,
  type TestApplication,
} from '../../support/application.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let app: TestApplication;
const dataDir = mkdtempSync(join(tmpdir(), 'two-step-'));

beforeAll(async () => {
  t = await startTestApp({ dataDir });
  app = await anApplication(t);
});
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});

/** Signed in with the password, the second step still missing. */
async function halfSignedIn() {
  return halfSignedInAs(await aPersonWithTwoStep(t));
}

const halfSignedInByMail = async () =>
  halfSignedInAs({ ...(await aPersonWithMailedStep(t)), totpSecret: '', recoveryCodes: [] });

async function halfSignedInAs(person: Awaited<ReturnType<typeof aPersonWithTwoStep>>) {
  const { body } = await app.signIn(person);
  const token: string = body.access_token;
  const challenge = (body?: object) => t.api.post('/auth/two-step/challenge', { token, body });
  const verify = (challengeId: string | undefined, code: string) =>
    t.api.post('/auth/two-step/verify', { token, body: { challenge_id: challengeId, code } });
  const codeAt = (shiftSeconds = 0): string =>
    generateSync({
      secret: person.totpSecret,
      epoch: Math.floor(t.clock.now().getTime() / 1000) + shiftSeconds,
    });
  return { person, pair: body, token, challenge, verify, codeAt };
}

const wrongCodeFor = (code: string): string => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');
const invalidCode = {
  error: { code: 'validation_failed', reason: 'invalid_code', message: expect.any(String) },
};

function lastMailTo(email: string): string {
  const mails = readdirSync(join(dataDir, 'mail')).map((name) =>
    readFileSync(join(dataDir, 'mail', name), 'utf8'),
  );
  return mails.filter((mail) => mail.includes(`To: ${email}`)).at(-1) ?? '';
}

describe('a session whose second step is missing', () => {
  it('answers 401 mfa_required everywhere but at the second step, and says so in the pair', async () => {
    const { pair, token } = await halfSignedIn();
    expect(pair.mfa_required).toBe(true);
    for (const path of ['/me', '/me/sessions', '/students/3f0e2a54-0f1e-4a57-9f5a-0d6d7c6a1b11']) {
      const answer = await t.api.get(path, { token });
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('mfa_required');
    }
  });

  it('stays so over a renewal', async () => {
    const { pair } = await halfSignedIn();
    const renewed = (await app.renew(pair.refresh_token)).body;
    expect(renewed.mfa_required).toBe(true);
    expect((await t.api.get('/me', { token: renewed.access_token })).body.error.code).toBe('mfa_required');
  });

  it('signs out', async () => {
    const { token } = await halfSignedIn();
    expect((await t.api.post('/auth/revoke', { token })).status).toBe(204);
    expect((await t.api.post('/auth/two-step/challenge', { token })).status).toBe(401);
  });
});

describe('POST /auth/two-step/challenge', () => {
  it('refuses a call without a token, and a session that needs no second step', async () => {
    expect((await t.api.post('/auth/two-step/challenge')).status).toBe(401);
    const { body } = await app.signIn(await aPersonWithPassword(t));
    const answer = await t.api.post('/auth/two-step/challenge', { token: body.access_token });
    expect(answer.status).toBe(400);
  });

  it('refuses an unknown method', async () => {
    const { challenge } = await halfSignedIn();
    expect((await challenge({ method: 'pigeon' })).status).toBe(400);
  });

  it('offers the authenticator app first, for ten minutes', async () => {
    const { challenge } = await halfSignedIn();
    const before = t.clock.now().getTime();
    const answer = await challenge();
    expect(answer.status).toBe(200);
    expect(answer.body.method).toBe('totp');
    expect(Date.parse(answer.body.expires_at) - before).toBeGreaterThanOrEqual(600_000);
  });

  it('stops mailing after five codes', async () => {
    const { challenge } = await halfSignedInByMail();
    for (let i = 0; i < 5; i += 1) expect((await challenge({ method: 'email' })).status).toBe(200);
    const answer = await challenge({ method: 'email' });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('POST /auth/two-step/verify', () => {
  it('refuses a wrong code, an unknown challenge and one of another session', async () => {
    const mine = await halfSignedIn();
    const theirs = await halfSignedIn();
    const { challenge_id: id } = (await mine.challenge()).body;
    const { challenge_id: foreign } = (await theirs.challenge()).body;
    const attempts: [string, string][] = [
      [id, wrongCodeFor(mine.codeAt())],
      ['3f0e2a54-0f1e-4a57-9f5a-0d6d7c6a1b11', mine.codeAt()],
      [foreign, mine.codeAt()],
    ];
    for (const attempt of attempts) {
      const answer = await mine.verify(...attempt);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(invalidCode);
    }
  });

  it('refuses a code of two steps ago and of two steps ahead', async () => {
    const { challenge, verify, codeAt } = await halfSignedIn();
    const { challenge_id: id } = (await challenge()).body;
    expect((await verify(id, codeAt(-60))).status).toBe(400);
    expect((await verify(id, codeAt(60))).status).toBe(400);
  });

  it('upgrades the session: the older access token works on the retry', async () => {
    const { token, challenge, verify, codeAt, person } = await halfSignedIn();
    const { challenge_id: id } = (await challenge()).body;
    const answer = await verify(id, codeAt());
    expect(answer.status).toBe(200);
    expect(answer.body.mfa_required).toBe(false);
    for (const accessToken of [token, answer.body.access_token]) {
      expect((await t.api.get('/me', { token: accessToken })).body.user.id).toBe(person.userId);
    }
    const [session] = (await t.api.get('/me/sessions', { token })).body.sessions;
    expect(session.two_step).toBe(true);
    expect((await app.renew(answer.body.refresh_token)).body.mfa_required).toBe(false);
  });

  it('takes the code of one step early or late', async () => {
    for (const shift of [-30, 30]) {
      const { challenge, verify, codeAt } = await halfSignedIn();
      const { challenge_id: id } = (await challenge()).body;
      expect((await verify(id, codeAt(shift))).status).toBe(200);
    }
  });

  it('takes a code once, also in another session and when both come at the same instant', async () => {
    const { person, codeAt } = await halfSignedIn();
    const code = codeAt();
    const attempts = await Promise.all(
      [1, 2, 3].map(async () => {
        const token: string = (await app.signIn(person)).body.access_token;
        const { body } = await t.api.post('/auth/two-step/challenge', { token });
        return { token, body: { challenge_id: body.challenge_id, code } };
      }),
    );
    const answers = await Promise.all(
      attempts.map((attempt) => t.api.post('/auth/two-step/verify', attempt)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
  });

  it('ends the session after five wrong codes, also when they come at once', async () => {
    const { token, challenge, verify, codeAt, pair } = await halfSignedIn();
    const { challenge_id: id } = (await challenge()).body;
    const wrong = wrongCodeFor(codeAt());
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(id, wrong)));
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(5);
    expect((await verify(id, codeAt())).status).toBe(401);
    expect((await t.api.get('/me', { token })).body.error.code).toBe('not_authenticated');
    expect((await app.renew(pair.refresh_token)).status).toBe(401);
  });

  it('stops guessing over many sessions of one account', async () => {
    const { person, codeAt } = await halfSignedIn();
    const statuses: number[] = [];
    for (let session = 0; session < 6; session += 1) {
      const token: string = (await app.signIn(person)).body.access_token;
      const { challenge_id } = (await t.api.post('/auth/two-step/challenge', { token })).body;
      for (let guess = 0; guess < 4; guess += 1) {
        const body = { challenge_id, code: wrongCodeFor(codeAt()) };
        statuses.push((await t.api.post('/auth/two-step/verify', { token, body })).status);
      }
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429]);
  });

  it('counts no guess where the step is done already: the person may sign in again', async () => {
    const { person, challenge, verify, codeAt } = await halfSignedIn();
    const { challenge_id: id } = (await challenge()).body;
    const code = codeAt();
    expect((await verify(id, code)).status).toBe(200);
    for (let repeat = 0; repeat < 25; repeat += 1) {
      const { status, body } = await verify(id, code);
      expect([status, body.error.reason]).toEqual([400, undefined]);
    }
    const token: string = (await app.signIn(person)).body.access_token;
    const next = (await t.api.post('/auth/two-step/challenge', { token })).body.challenge_id;
    const body = { challenge_id: next, code: codeAt(30) };
    expect((await t.api.post('/auth/two-step/verify', { token, body })).status).toBe(200);
  });

  it('takes the code that was mailed, for ten minutes and once', async () => {
    const { person, token, challenge, verify } = await halfSignedInByMail();
    const { challenge_id: late } = (await challenge({ method: 'email' })).body;
    const [, lateCode = ''] = /^(\d{6})\r?$/m.exec(lastMailTo(person.email)) ?? [];
    t.clock.advance(600_000);
    expect((await verify(late, lateCode)).body).toEqual(invalidCode);

    const { challenge_id: id, method } = (await challenge({ method: 'email' })).body;
    expect(method).toBe('email');
    const codes = readdirSync(join(dataDir, 'mail'))
      .map((name) => readFileSync(join(dataDir, 'mail', name), 'utf8'))
      .filter((mail) => mail.includes(`To: ${person.email}`))
      .map((mail) => /^(\d{6})\r?$/m.exec(mail)?.[1] ?? '');
    const code = codes.find((candidate) => candidate !== lateCode) ?? '';
    expect((await verify(id, code)).status).toBe(200);
    expect((await t.api.get('/me', { token })).status).toBe(200);
    expect(JSON.stringify(await t.dataSource.query('select * from two_step_challenges'))).not.toContain(code);
  });

  it('takes each recovery code once, however it is written', async () => {
    const { person, challenge, verify } = await halfSignedIn();
    const { challenge_id: id } = (await challenge()).body;
    const [code = ''] = person.recoveryCodes;
    expect(person.recoveryCodes).toHaveLength(8);
    expect((await verify(id, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);

    const token: string = (await app.signIn(person)).body.access_token;
    const again = (await t.api.post('/auth/two-step/challenge', { token })).body.challenge_id;
    const body = { challenge_id: again, code };
    expect((await t.api.post('/auth/two-step/verify', { token, body })).body).toEqual(invalidCode);
    const stored = JSON.stringify(await t.dataSource.query('select * from recovery_codes'));
    for (const text of [code, code.replaceAll('-', '')]) expect(stored).not.toContain(text);
  });
});
