import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/processes/free-port.js';
import { types } from '../support/processes/operator.js';
import { SmtpStub, type Trouble } from '../support/stubs/smtp-stub.js';
import { TlsSite } from '../support/stubs/tls-site.js';

const servers: SmtpStub[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'UPSTREAM_TIMEOUT_MS']) delete process.env[name];
});

async function aServer(trouble: Trouble = null, at = 'recipient'): Promise<SmtpStub> {
  const server = new SmtpStub((stage) => (stage === at ? trouble : null));
  servers.push(server);
  Object.assign(process.env, {
    ...{ SMTP_URL: await server.start(), MAIL_FROM: 'Office <office@example.org>' },
    UPSTREAM_TIMEOUT_MS: '1000',
  });
  return server;
}

const mailTo = (email: string) => types(['mail', 'test', '--to', email, '--json']);

describe('mail test', () => {
  it.each([['nobody'], ['a@b@c'], ['a@example.org, b@example.org']])(
    'refuses %j as an address',
    async (email) => {
      await aServer();
      expect((await mailTo(email)).status).toBe(2);
    },
  );

  it('says that no server is set', async () => {
    const { status, stderr } = await mailTo('ada@example.org');
    expect([status, stderr]).toEqual([1, expect.stringContaining('SMTP_URL is not set')]);
  });

  it('says which server does not answer, without its password', async () => {
    process.env.SMTP_URL = `smtp://u:open-sesame@127.0.0.1:${await freePort()}`;
    const { status, stderr } = await mailTo('ada@example.org');
    expect([status, stderr]).toEqual([1, expect.stringContaining('does not answer')]);
    expect(stderr).not.toContain('open-sesame');
  });

  it('says that no name server knows it', async () => {
    process.env.SMTP_URL = 'smtp://u:open-sesame@mail.example.invalid';
    const { status, stderr } = await mailTo('ada@example.org');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^No name server knows mail\.example\.invalid/),
    ]);
  });

  it('says what of the encryption does not come about', async () => {
    const server = await TlsSite.start();
    const { port } = new URL(server.url);
    process.env.SMTP_URL = `smtps://u:open-sesame@localhost:${port}`;
    expect((await mailTo('ada@example.org')).stderr).toMatch(/certificate is not good here \(self-signed/);
    server.stop();
    await aServer();
    process.env.SMTP_URL = process.env.SMTP_URL.replace('smtp:', 'smtps:');
    expect((await mailTo('ada@example.org')).stderr).toContain('SMTP_URL should begin with smtp://');
  });

  it('says that the login is refused, without the password, whatever the server repeats of it', async () => {
    const echo = 'No entry with open sesame, b3BlbiBzZXNhbWU= nor AHUAb3BlbiBzZXNhbWU=';
    const server = await aServer({ code: 535, text: echo }, 'login');
    process.env.SMTP_URL = process.env.SMTP_URL!.replace('//', '//u:open%20sesame@');
    const { status, stderr } = await mailTo('ada@example.org');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('the user or the password in SMTP_URL (535)'),
    ]);
    expect(stderr).toContain('No entry with …, … nor …');
    expect(server.mails).toEqual([]);
  });

  it.each([
    [550, /takes no mail from MAIL_FROM \(550\)/],
    [530, /wants a user and a password in SMTP_URL \(530\)/],
  ])('says that the sender is refused with %s', async (code, why) => {
    await aServer({ code, text: 'Not you' }, 'sender');
    expect((await mailTo('ada@example.org')).stderr).toMatch(why);
  });

  it('says what the server refuses, in its own words', async () => {
    await aServer({ code: 550, text: 'No such mailbox here' });
    const { status, stderr } = await mailTo('ada@example.org');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/no mail for this address \(550\).*No such mailbox here/),
    ]);
  });

  it('sends one mail, and says what the server answered', async () => {
    const server = await aServer();
    const { status, json } = await mailTo('ada@example.org');
    expect([status, json]).toEqual([0, { sent: true, answer: expect.stringMatching(/^250 /) }]);
    expect(server.mails).toEqual([expect.objectContaining({ to: ['ada@example.org'] })]);
    expect(server.mails[0]!.text).toContain('Test of the school directory');
  });
});
