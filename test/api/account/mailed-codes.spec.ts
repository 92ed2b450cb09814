import { expect, it } from '@jest/globals';
import { anApplication, aPersonWithMailedStep } from '../../support/application.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { SmtpStub } from '../../support/stubs/smtp-stub.js';
import { startTestApp } from '../../support/test-app.js';

it('mails the code of the second step by SMTP to the person alone, and answers 503 while the server is away', async () => {
  const smtp = new SmtpStub();
  const t = await startTestApp({
    smtpUrl: await smtp.start(),
    mailFrom: 'Lincoln School <office@lincoln.example>',
    upstreamTimeoutMs: 5_000,
  });
  const app = await anApplication(t);
  const person = await aPersonWithMailedStep(t);
  const { access_token: token } = (await app.signIn(person)).body;
  const challenge = () => t.api.post('/auth/two-step/challenge', { token, body: { method: 'email' } });

  const { body } = await challenge();
  expect(smtp.mails).toHaveLength(1);
  const [mail] = smtp.mails;
  expect(mail?.to).toEqual([person.email]);
  expect(mail?.text).toContain('From: Lincoln School <office@lincoln.example>');
  const [, code = ''] = /^(\d{6})\r?$/m.exec(mail?.text ?? '') ?? [];
  expect(mail?.text.split('Subject:')[1]?.split('\n')[0]).not.toContain(code);

  await smtp.stop();
  // More often than mails are allowed for: none was sent.
  for (let asked = 0; asked < 6; asked += 1) {
    const refused = await challenge();
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable']);
  }

  const verified = await t.api.post('/auth/two-step/verify', {
    token,
    body: { challenge_id: body.challenge_id, code },
  });
  expect(verified.status).toBe(200);
  await t.close();
}, 60_000);

it('writes to a person in the language of their school', async () => {
  const smtp = new SmtpStub();
  const t = await startTestApp({ smtpUrl: await smtp.start(), mailFrom: 'Schule <buero@schule.example>' });
  const person = await aPersonWithMailedStep(t);
  await (await aSchool(t, { locale: 'de-DE' })).parent({}, person);
  const { access_token: token } = (await (await anApplication(t)).signIn(person)).body;
  expect((await t.api.post('/auth/two-step/challenge', { token, body: {} })).status).toBe(200);
  expect(smtp.mails[0]?.text).toContain('Subject: Ihr Code zum Anmelden');
  await smtp.stop();
  await t.close();
}, 60_000);
