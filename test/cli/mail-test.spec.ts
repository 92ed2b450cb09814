import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/processes/free-port.js';
import { types } from '../support/processes/operator.js';
import { SmtpStub, type Trouble } from '../support/stubs/smtp-stub.js';

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
