import { type OnApplicationShutdown, Module } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outsideCall } from '../upstream/outside-call.js';
import { type Mail, Mailer, mailFailure } from './mailer.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';

/** Connections of one process, which a few mails at once share. */
const MAX_CONNECTIONS = 8;

class SmtpMailer extends Mailer implements OnApplicationShutdown {
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

  async send(mail: Mail): Promise<void> {
    const signal = AbortSignal.timeout(this.deadlineMs);
    const message = { ...messageOf(mail), from: this.from, signal };
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

/** Without SMTP_URL mail is written to `DATA_DIR/mail/*.eml`, for a person to open. */
class FileMailer extends Mailer {
  readonly deadlineMs = 10_000;
  private readonly composer = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {
    super();
  }

  /** A mail that is sent again takes the place of the first one. */
  async send(mail: Mail): Promise<void> {
    const { message } = await this.composer
      .sendMail({ ...messageOf(mail), from: this.from })
      .catch((error: unknown) => {
        throw mailFailure(error);
      });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const draft = join(this.folder, `${randomUUID()}.part`);
    // Whole or not there: whoever watches the folder never reads half a mail.
    await writeFile(draft, message as Buffer, { mode: 0o600 });
    await rename(draft, join(this.folder, `${nameOf(mail.messageId)}.eml`));
  }

  override removeTo(address: string): Promise<number> {
    const line = `\r\nto: ${address.toLowerCase()}\r\n`;
    return this.removeThose(async (path) => {
      const [head = ''] = (await readFile(path, 'utf8')).split('\r\n\r\n', 1);
      // A long address stands on a line of its own.
      return `\r\n${head.toLowerCase().replaceAll(/\r\n[ \t]+/g, ' ')}\r\n`.includes(line);
    });
  }

  override removeBefore(moment: Date): Promise<number> {
    return this.removeThose(async (path) => (await stat(path)).mtime < moment);
  }

  private async removeThose(isOver: (path: string) => Promise<boolean>): Promise<number> {
    const names = await readdir(this.folder).catch(() => []);
    let removed = 0;
    for (const name of names) {
      const path = join(this.folder, name);
      // One that went meanwhile is nothing to us.
      if (!(await isOver(path).catch(() => false))) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}

/** An address given as a pair is taken whole, and not as a list of addresses. */
const messageOf = ({ to, replyTo, calendar, ...mail }: Mail) => ({
  ...mail,
  to: { name: '', address: to },
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
  ...(calendar !== undefined && { attachments: [calendarPart(calendar)] }),
});

/**
 * Beside the letter and not one of its alternatives, as nodemailer's `icalEvent` has it: some programs would show the event in place of
 * the letter. In base64, so that its lines arrive as they are.
 */
const calendarPart = (content: string) => ({
  content,
  filename: 'event.ics',
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  contentTransferEncoding: 'base64' as const,
});

const nameOf = (messageId: string | undefined): string =>
  /^<([\w-]+)@/.exec(messageId ?? '')?.[1] ?? randomUUID();

@Module({
  providers: [
    {
      provide: Mailer,
      inject: [SETTINGS],
      useFactory: ({ smtpUrl, mailFrom, dataDir, upstreamTimeoutMs }: Settings): Mailer =>
        smtpUrl
          ? new SmtpMailer(smtpUrl, mailFrom, upstreamTimeoutMs)
          : new FileMailer(join(dataDir, 'mail'), mailFrom),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
