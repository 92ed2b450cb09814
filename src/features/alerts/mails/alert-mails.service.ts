import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import {
  type ClaimedMail,
  type ComposedMail,
  type MailComposer,
  MailComposers,
} from '../../../platform/mail/mail-composers.js';
import { ALERT_MAIL } from '../../../platform/mail/queued-mail.entity.js';
import type { AlertContent } from './alert-letter.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import { AlertWriter } from './alert-writer.service.js';
import { deliveryOf } from '../choices/delivery-time.js';
import { DigestMails } from './digest-mails.service.js';

/** An alert that waits beside its daily mail would be tried by itself so much later: it ends before, as a rule. */
const AFTER_DIGEST_MS = 60 * 60_000;
/** An alert that comes while the daily mail is being sent. */
const WHILE_SENT_MS = 10 * 60_000;

/** Writes the mails of notifications, at the moment at which they are sent. */
@Injectable()
export class AlertMails implements MailComposer, OnModuleInit {
  readonly job = 'mail';
  readonly kinds = [ALERT_MAIL];

  constructor(
    private readonly composers: MailComposers,
    private readonly contents: AlertContentsRepository,
    private readonly digests: DigestMails,
    private readonly writer: AlertWriter,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  /** There is none for a recipient who may not see the item now, or wants no mail. */
  async compose(mails: ClaimedMail[]): Promise<Map<string, ComposedMail>> {
    const owed = mails.map(({ id, schoolId, notificationId }) => ({
      id,
      schoolId: schoolId!,
      notificationId: notificationId!,
    }));
    const contents = await this.contents.read(owed, this.clock.now());
    const composed = new Map<string, ComposedMail>();
    for (const [id, content] of contents) {
      const mail = await this.composed(content);
      if (mail) composed.set(id, mail);
    }
    return composed;
  }

  /** Null for what the recipient does not want. */
  private async composed(content: AlertContent): Promise<ComposedMail | null> {
    const delivery = deliveryOf({ ...content, timeZone: content.school.timeZone }, this.clock.now());
    if (delivery === 'never') return null;
    if (delivery === 'now') return { write: () => this.writer.write(content) };
    if ('heldUntil' in delivery) return delivery;
    return { heldUntil: await this.addToDigest(content, delivery.dailyAt) };
  }

  /** @returns when the alert looks whether it has gone with the daily mail */
  private async addToDigest(content: AlertContent, dailyAt: Date): Promise<Date> {
    const isAdded = await this.digests.add(content, dailyAt);
    return isAdded
      ? new Date(dailyAt.getTime() + AFTER_DIGEST_MS)
      : new Date(this.clock.now().getTime() + WHILE_SENT_MS);
  }
}
