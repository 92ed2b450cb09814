import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { outsideCall } from '../upstream/outside-call.js';
import { type Mail, Mailer, mailFailure } from './mailer.js';

/** Connections of one process, which a few mails at once share. */
const MAX_CONNECTIONS = 8;

export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  readonly deadlineMs: number;
  private readonly transport;

  constructor(
    url: string,
    private readonly from: string,
    /** Milliseconds that the server may take for one answer; a mail takes several. */
    answerMs: number,
  ) {
    super();
    this.deadlineMs = 3 * answerMs;
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // An idle connection that the server has ended meanwhile: nothing of the mail was sent.
      maxRequeues: 1,
      connectionTimeout: answerMs,
      greetingTimeout: answerMs,
      socketTimeout: answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ to, ...mail }: Mail): Promise<void> {
    const signal = AbortSignal.timeout(this.deadlineMs);
    // As a pair, an address is taken as it is and not as a list of them.
    const message = { ...mail, to: { name: '', address: to }, from: this.from, signal };
    await outsideCall(
      'mail',
      () => this.transport.sendMail(message),
      (error) => mailFailure(error).kind,
    ).catch((error: unknown) => {
      throw mailFailure(error);
    });
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
