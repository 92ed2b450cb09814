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
import { ALERT_MAIL } from '../../../platform/mail/queued-mail.entity.js';
import { alertHeaders } from './alert-headers.js';
import {
  type Addresses,
  type AlertContent,
  type LetterContent,
  alertLetter,
  type AlertLetter,
  type ClaimLines,
  imageText,
} from './alert-letter.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import { deliveryOf } from '../choices/delivery-time.js';
import { DigestMails } from './digest-mails.service.js';
import { letterAsHtml } from './letter.view.js';
import { imagesAsText, plainText } from '../../../platform/rich-text/plain-text.js';

/** An alert that waits beside its daily mail would be tried by itself so much later: it ends before, as a rule. */
const AFTER_DIGEST_MS = 60 * 60_000;
/** An alert that comes while the daily mail is being sent. */
const WHILE_SENT_MS = 10 * 60_000;

/** For readers without formatting. */
export function letterAsText(letter: AlertLetter): string {
  const { messages, school, title, byline, time, lead, attachments, open, unsubscribeUrl } = letter;
  const { say } = messages;
  const files = attachments.map((file) => `- ${file}`);
  const parts = [
    school,
    `${title}\n${'='.repeat(Math.min(72, [...title].length))}`,
    [byline, time].filter(Boolean).join('\n'),
    lead,
    letter.occasion.join('\n'),
    claimsOf(letter),
    bodyOf(letter),
    files.length > 0 && [`${say('alerts.attachments')}:`, ...files].join('\n'),
    letter.openLead,
    `${open.label}:\n${open.url}`,
    // A mail program leaves the part after "-- " out of answers: it is a signature.
    `-- \n${letter.reason}\n${say('alerts.unsubscribe')}:\n${unsubscribeUrl}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const bodyOf = ({ body, messages }: AlertLetter): string | null =>
  body && plainText(imagesAsText(body, (alt) => ` ${imageText(messages, alt)} `));

function claimsOf({ claims, messages: { say } }: AlertLetter): string | null {
  if (claims === null) return null;
  if (claims.length === 0) return say('alerts.noClaims');
  return [`${say('alerts.claims')}:`, ...claims.map(entryOf)].join('\n');
}

const entryOf = ({ what, details }: ClaimLines): string => [`- ${what}`, ...details].join('\n  ');

/**
 * The mail of one delivery.
 * @param now the moment of sending
 */
export function alertMail(content: AlertContent, addresses: Addresses, now: Date): Mail {
  return letterMail(content, alertLetter(content, addresses), addresses, now);
}

/** @param now the moment of sending */
export function letterMail(
  content: LetterContent,
  letter: AlertLetter,
  addresses: Pick<Addresses, 'siteUrl'>,
  now: Date,
): Mail {
  return {
    to: content.email,
    subject: subjectOf(content, letter),
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    ...(content.replyTo !== null && { replyTo: content.replyTo }),
    ...alertHeaders({ ...content, unsubscribeUrl: letter.unsubscribeUrl }, addresses),
    date: now,
  };
}

/** The subject of a mail. Its kind comes first unless the item is simply new: it would look like the earlier mail. */
const subjectOf = ({ kind }: LetterContent, { messages, lead, title, school }: AlertLetter): string =>
  [...(lead ? [messages.say(`alerts.labels.${kind}`)] : []), title, school].join(' · ');

/** Writes the mails of notifications, at the moment at which they are sent. */
@Injectable()
export class AlertMails implements MailComposer, OnModuleInit {
  readonly job = 'mail';
  readonly kinds = [ALERT_MAIL];

  constructor(
    private readonly composers: MailComposers,
    private readonly contents: AlertContentsRepository,
    private readonly digests: DigestMails,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
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
    if (delivery === 'now') return { write: () => this.write(content) };
    if ('heldUntil' in delivery) return delivery;
    return { heldUntil: await this.addToDigest(content, delivery.dailyAt) };
  }

  private async write(content: AlertContent): Promise<Mail> {
    const calendar = await content.writeCalendar();
    const mail = alertMail(content, this.settings, this.clock.now());
    return calendar === null ? mail : { ...mail, calendar };
  }

  /** @returns when the alert looks whether it has gone with the daily mail */
  private async addToDigest(content: AlertContent, dailyAt: Date): Promise<Date> {
    const isAdded = await this.digests.add(content, dailyAt);
    return isAdded
      ? new Date(dailyAt.getTime() + AFTER_DIGEST_MS)
      : new Date(this.clock.now().getTime() + WHILE_SENT_MS);
  }
}
