import { sendDue } from './send-due.js';
import { readMail } from './read-mail.js';
import { SmtpStub } from '../stubs/smtp-stub.js';
import type { TestApp } from '../test-app.js';

export interface MailedText {
  subject: string;
  text: string;
}

/** What people are mailed about their accounts, sent to a server of the test's own. */
export class Mailboxes {
  readonly smtp = new SmtpStub();

  /** @returns for `smtpUrl` */
  start(): Promise<string> {
    return this.smtp.start();
  }

  stop(): Promise<void> {
    return this.smtp.stop();
  }

  /** Sends what is due, and takes what there is for this address, oldest first. */
  async take(t: TestApp, email: string): Promise<MailedText[]> {
    await sendDue(t.app);
    const { mails } = this.smtp;
    const taken = mails.filter(({ to }) => to.includes(email));
    mails.splice(0, mails.length, ...mails.filter((mail) => !taken.includes(mail)));
    return taken.map(({ text: raw }) => {
      const { headers, text } = readMail(raw);
      return { subject: headers['subject'] ?? '', text };
    });
  }

  /** The only mail, and the secret of the link in it. */
  async takeLink(t: TestApp, email: string): Promise<MailedText & { link: URL; secret: string }> {
    const [mail, ...more] = await this.take(t, email);
    if (!mail || more.length > 0) throw new Error(`${email} has ${more.length + (mail ? 1 : 0)} mails`);
    const link = new URL(/https?:\/\/\S+#\S+/.exec(mail.text)?.[0] ?? '');
    return { ...mail, link, secret: link.hash.slice(1) };
  }
}
