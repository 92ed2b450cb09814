import { createTransport, type Transporter } from 'nodemailer';
import { Mailer, type Mail } from './mailer.js';

export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
    /** Milliseconds. */
    deadlineMs: number,
  ) {
    super();
    this.transport = createTransport({
      url,
      connectionTimeout: deadlineMs,
      greetingTimeout: deadlineMs,
      socketTimeout: deadlineMs,
    });
  }

  async send(mail: Mail): Promise<void> {
    await this.transport.sendMail({ ...mail, from: this.from });
  }
}
