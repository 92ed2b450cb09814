import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import {
  type ClaimedMail,
  type ComposedMail,
  type MailComposer,
  MailComposers,
} from '../../../platform/mail/mail-composers.js';
import type { Mail } from '../../../platform/mail/mailer.js';
import { messages } from '../../../platform/messages/messages.js';
import { type DuePausedMail, PausedWebhookMailsRepository } from './paused-webhook-mails.repository.js';
import { PAUSED_MAIL } from './webhook-pauses.service.js';

/** Writes the mails to senior admins that a webhook of their school is paused. */
@Injectable()
export class PausedWebhookMails implements MailComposer, OnModuleInit {
  readonly job = 'mail about webhooks';
  readonly kinds = [PAUSED_MAIL];

  constructor(
    private readonly composers: MailComposers,
    private readonly mails: PausedWebhookMailsRepository,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose(claimed: ClaimedMail[]): Promise<Map<string, ComposedMail>> {
    const due = await this.mails.findDue(claimed.map(({ id }) => id));
    return new Map(due.map((mail) => [mail.id, { write: () => Promise.resolve(this.write(mail)) }]));
  }

  /** The path of the address may hold a secret of the receiver: the mail names the host alone. */
  private write({ id, email, school, locale, url, description }: DuePausedMail): Mail {
    const { say } = messages(locale);
    const { host } = new URL(url);
    const values = { school, webhook: description === null ? host : `${description} (${host})` };
    return {
      to: email,
      subject: say('webhooks.paused.subject', values),
      text: say('webhooks.paused.text', values),
      messageId: `<${id}@${new URL(this.settings.siteUrl).hostname}>`,
      // RFC 3834 §5.
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  }
}
