import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer, mailFailure } from './mailer.js';

/** Without SMTP_URL mail is written to `DATA_DIR/mail/*.eml`, for a person to open. */
export class FileMailer extends Mailer {
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
  async send({ to, ...mail }: Mail): Promise<void> {
    const { message } = await this.composer
      .sendMail({ ...mail, to: { name: '', address: to }, from: this.from })
      .catch((error: unknown) => {
        throw mailFailure(error);
      });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const draft = join(this.folder, `${randomUUID()}.part`);
    // Whole or not there: whoever watches the folder never reads half a mail.
    await writeFile(draft, message as Buffer, { mode: 0o600 });
    await rename(draft, join(this.folder, `${nameOf(mail.messageId)}.eml`));
  }
}

const nameOf = (messageId: string | undefined): string =>
  /^<([\w-]+)@/.exec(messageId ?? '')?.[1] ?? randomUUID();
