import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { Mailer, type Mail } from './mailer.js';

/** Without SMTP_URL mail is written to `DATA_DIR/mail/*.eml`, for a person to open. */
export class FileMailer extends Mailer {
  private readonly composer = createTransport({ streamTransport: true, buffer: true });

  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    const { message } = await this.composer.sendMail({ ...mail, from: this.from });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${randomUUID()}.eml`);
    // Whole or not there: whoever watches the folder never reads half a mail.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
}
