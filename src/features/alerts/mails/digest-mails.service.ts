import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import {
  type ClaimedMail,
  type ComposedMail,
  type MailComposer,
  MailComposers,
} from '../../../platform/mail/mail-composers.js';
import type { Mail } from '../../../platform/mail/mailer.js';
import { MailsRepository } from '../../../platform/mail/mails.repository.js';
import { endOfQuiet } from '../choices/delivery-time.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import type { AlertContent } from './alert-letter.js';
import { alertHeaders } from './alert-headers.js';
import { digestAsHtml } from './digest.view.js';
import { digestAsText, digestLetter } from './digest-letter.js';

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
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
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
    return { covers, write: () => Promise.resolve(first ? this.mailOf(id, unread) : null) };
  }

  private mailOf(id: string, contents: AlertContent[]): Mail {
    const letter = digestLetter(contents, this.settings);
    return {
      to: contents[0]!.email,
      subject: [letter.title, letter.school].join(' · '),
      text: digestAsText(letter),
      html: digestAsHtml(letter),
      ...alertHeaders(
        { id, school: contents[0]!.school, unsubscribeUrl: letter.unsubscribeUrl },
        this.settings,
      ),
      date: this.clock.now(),
    };
  }
}
