import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aPersonWithMailedStep, aPersonWithTwoStep } from '../support/application.factory.js';
import { LinkedService, NEW_PASSWORD } from '../support/mail/mailed-links.js';
import { aSchool, type Person } from '../support/school.factory.js';
import { SigningBrowser } from '../support/sign-in/signing-browser.js';

/*
 * Somebody reads a mailbox. Its owner has a second step that is not the mail: the mailbox, which sets a password, opens
 * nothing that owes a second step.
 */

let service: LinkedService;
beforeAll(async () => {
  service = await LinkedService.start();
});
beforeEach(() => service.begin());
afterAll(() => service.close());

const WITH: [string, (person: Person) => Promise<void>][] = [
  ['an authenticator', () => Promise.resolve()],
  [
    'a passkey and no authenticator',
    async ({ userId }) => {
      const { dataSource } = service.t;
      await dataSource.query(
        `update user_credentials set totp_sealed = null, totp_secret = null where user_id = $1`,
        [userId],
      );
      await dataSource.query(
        `insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, created_at)
         values ($1, $2, '\\x00', 0, '127.0.0.1', 'My phone', now())`,
        [userId, userId],
      );
    },
  ],
];

const codesMailed = async (email: string): Promise<number> =>
  (await service.mailboxes.take(service.t, email)).filter(({ text }) => /^\d{6}\r?$/m.test(text)).length;

describe.each(WITH)('to whoever reads the mailbox of somebody with %s', (_, having) => {
  let person: Awaited<ReturnType<typeof aPersonWithTwoStep>>;
  beforeEach(async () => {
    person = await aPersonWithTwoStep(service.t);
    await having(person);
    expect((await service.set(await service.linkOf(person))).status).toBe(200);
    await service.mailboxes.take(service.t, person.email);
  });

  it('refuses a code by mail at the token operations', async () => {
    const { body } = await service.app.signIn(person, NEW_PASSWORD);
    expect(body.mfa_required).toBe(true);
    const token = body.access_token as string;
    const refused = await service.t.api.post('/auth/two-step/challenge', {
      token,
      body: { method: 'email' },
    });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_failed']);
    const offered = await service.t.api.post('/auth/two-step/challenge', { token });
    expect([offered.status, offered.body.method]).toEqual([200, 'totp']);
    expect(await codesMailed(person.email)).toBe(0);
  });

  it('mails no code from the sign-in pages, whatever form is sent', async () => {
    const browser = service.aBrowser();
    await browser.open('/sign-in');
    const { html } = await browser.submit('/password', { email: person.email, password: NEW_PASSWORD });
    expect(html).not.toContain('/mail-code"');
    const asked = await browser.post('/sign-in/mail-code', new URLSearchParams());
    expect(asked.html).toContain('name="challenge"');
    expect(await codesMailed(person.email)).toBe(0);
    expect((await browser.open('/account')).url.pathname).toBe('/sign-in');
  });

  it('takes no code that was mailed before they had it', async () => {
    const { dataSource } = service.t;
    const { access_token: token } = (await service.app.signIn(person, NEW_PASSWORD)).body;
    const { body } = await service.t.api.post('/auth/two-step/challenge', { token });
    const id = body.challenge_id as string;
    const { emailedCodeHash } =
      await import('../../src/features/account/two-step/two-step-challenges.service.js');
    await dataSource.query(`update two_step_challenges set method = 'email', code_hash = $2 where id = $1`, [
      id,
      emailedCodeHash(id, '123456'),
    ]);
    const verified = await service.t.api.post('/auth/two-step/verify', {
      token,
      body: { challenge_id: id, code: '123456' },
    });
    expect([verified.status, verified.body.error.reason]).toEqual([400, 'invalid_code']);
  });

  it('opens no session that is complete by an invitation', async () => {
    const school = await aSchool(service.t);
    const secret = await service.invite(school, person.email);
    const browser = service.aBrowser();
    await service.accept(secret, {}, browser);
    expect((await browser.open('/account')).url.pathname).toBe('/sign-in');
  });

  it('connects no device', async () => {
    const browser = new SigningBrowser(service.t.url);
    await browser.open('/sign-in');
    await browser.submit('/password', { email: person.email, password: NEW_PASSWORD });
    await browser.open('/account/two-step');
    expect(browser.page!.url.pathname).toBe('/sign-in');
    for (const path of ['addresses', 'two-step/off', 'two-step/codes', 'password']) {
      const sent = await browser.post(`/account/${path}`, new URLSearchParams({ email: 'mine@example.org' }));
      expect(sent.url.pathname).toBe('/sign-in');
    }
  });

  it('takes a recovery code as the way back', async () => {
    const { access_token: token } = (await service.app.signIn(person, NEW_PASSWORD)).body;
    const { body } = await service.t.api.post('/auth/two-step/challenge', { token });
    const verified = await service.t.api.post('/auth/two-step/verify', {
      token,
      body: { challenge_id: body.challenge_id, code: person.recoveryCodes[0] },
    });
    expect(verified.status).toBe(200);
  });
});

it('mails no second code to whoever came in by one, where no key opens the secret of the authenticator', async () => {
  const person = await aPersonWithTwoStep(service.t);
  await service.t.dataSource.query(`update user_credentials set totp_sealed = 'sealed' where user_id = $1`, [
    person.userId,
  ]);
  const browser = service.aBrowser();
  await service.post('/sign-in/by-mail', { email: person.email }, { browser });
  const [mail] = await service.mailboxes.take(service.t, person.email);
  await browser.submit('/by-mail/code', { code: /\b\d{6}\b/.exec(mail!.text)![0] });
  const asked = await browser.post('/sign-in/mail-code', new URLSearchParams());
  expect(asked.html).toContain('The second step');
  expect(await codesMailed(person.email)).toBe(0);
  await browser.submit('/code', { code: person.recoveryCodes[0]! });
  expect((await browser.open('/account')).url.pathname).toBe('/account');
});

it('mails a code to who has the mail alone as a second step', async () => {
  const person = await aPersonWithMailedStep(service.t);
  const { access_token: token } = (await service.app.signIn(person)).body;
  const { body } = await service.t.api.post('/auth/two-step/challenge', { token });
  expect(body.method).toBe('email');
  expect(await codesMailed(person.email)).toBe(1);
});
