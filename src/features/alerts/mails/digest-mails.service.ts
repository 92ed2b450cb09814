import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import {
  type ClaimedMail,
  type ComposedMail,
  type MailComposer,
  MailComposers,
} from '../../../platform/mail/mail-composers.js';
import { MailsRepository } from '../../../platform/mail/mails.repository.js';
import { endOfQuiet } from '../choices/delivery-time.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import type { AlertContent } from './alert-letter.js';
import { AlertWriter } from './alert-writer.service.js';

/** The kind of a mail that says what several alerts would; its subject is the school. */
const DIGEST_MAIL = 'digest';

/**
 * Daily mails (contract section 19, rule 4): one for each account and school, with the alerts in `details.mails`. These wait beside
 * it, and end with it.
 */
@Injectable()
export class DigestMails implements MailComposer, OnModuleInit {
  readonly job = 'daily mail';
  readonly kinds = [DIGEST_MAIL];

  constructor(
    private readonly composers: MailComposers,
    private readonly mails: MailsRepository,
    private readonly contents: AlertContentsRepository,
    private readonly writer: AlertWriter,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  /** @returns false while the daily mail is being sent: the alert is for the next one */
  add({ id, userId, school }: AlertContent, dueAt: Date): Promise<boolean> {
    const mail = { kind: DIGEST_MAIL, subject: school.id, schoolId: school.id, details: { mails: [id] } };
    return this.mails.addTo({ ...mail, userId, dueAt }, id, this.clock.now());
  }

  async compose(mails: ClaimedMail[]): Promise<Map<string, ComposedMail>> {
    const composed = new Map<string, ComposedMail>();
    for (const mail of mails) composed.set(mail.id, await this.composeOne(mail));
    return composed;
  }

  /** What was read, may not be seen any more or is not wanted is left out; of nothing there is no mail. */
  private async composeOne({ id, details }: ClaimedMail): Promise<ComposedMail> {
    const now = this.clock.now();
    const owed = await this.mails.findWaitingAlerts((details?.['mails'] ?? []) as string[]);
    const covers = owed.map((alert) => alert.id);
    const found = await this.contents.read(owed, now);
    const contents = covers.flatMap((alert) => found.get(alert) ?? []);
    const unread = contents.filter(({ isRead, rhythm }) => !isRead && rhythm !== 'never');
    const [first] = unread;
    const heldUntil = first && endOfQuiet(first.quiet, first.school.timeZone, now);
    if (heldUntil) return { heldUntil };
    return { covers, write: () => (first ? this.writer.writeDigest(id, unread) : Promise.resolve(null)) };
  }
}
