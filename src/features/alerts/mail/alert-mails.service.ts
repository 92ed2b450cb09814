import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../clock/clock.js';
import { SETTINGS } from '../../../config/settings.constants.js';
import type { Settings } from '../../../config/settings.js';
import type { Mail } from '../../../mail/mailer.js';
import type { AlertContent } from './alert-content.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import { alertMail } from './alert-mail.js';
import { MailChoicesRepository } from './mail-choices.repository.js';

/** The mails themselves, written at the moment at which they are sent. */
@Injectable()
export class AlertMails {
  constructor(
    private readonly choices: MailChoicesRepository,
    private readonly contents: AlertContentsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** By delivery; there is none for a recipient who may not see the item now, or wants no mail. */
  async read(deliveryIds: string[]): Promise<Map<string, AlertContent>> {
    const tokens = deliveryIds.map(() => randomBytes(32).toString('base64url'));
    await this.choices.open(deliveryIds, tokens);
    return this.contents.read(deliveryIds, this.clock.now());
  }

  write(content: AlertContent): Mail {
    return alertMail(content, this.settings, this.clock.now());
  }
}
