import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { FileMailer } from './file.mailer.js';
import { Mailer } from './mailer.js';
import { SmtpMailer } from './smtp.mailer.js';

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
