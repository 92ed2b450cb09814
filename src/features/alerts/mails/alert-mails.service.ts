import { randomBytes } from 'node:crypto';
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
import {
  type Addresses,
  type AlertContent,
  alertLetter,
  type AlertLetter,
  type ClaimLines,
  imageText,
} from './alert-letter.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import { MailChoicesRepository } from './mail-choices.repository.js';
import { letterAsHtml } from './letter.view.js';
import { imagesAsText, plainText } from '../../../platform/rich-text/plain-text.js';

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
 * The mail of one delivery. However often it is sent, its Message-ID says that it is the same one (RFC 5322 §3.6.4).
 * @param now the moment of sending
 */
export function alertMail(content: AlertContent, addresses: Addresses, now: Date): Mail {
  return letterMail(content, alertLetter(content, addresses), addresses, now);
}

/** @param now the moment of sending */
export function letterMail(
  content: AlertContent,
  letter: AlertLetter,
  { siteUrl }: Pick<Addresses, 'siteUrl'>,
  now: Date,
): Mail {
  return {
    to: content.email,
    subject: subjectOf(content, letter),
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    messageId: `<${content.id}@${new URL(siteUrl).hostname}>`,
    date: now,
    headers: {
      // Absence notes do not answer such a mail (RFC 3834 §5).
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${letter.unsubscribeUrl}>`,
      // RFC 8058.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** The subject of a mail. Its kind comes first unless the item is simply new: it would look like the earlier mail. */
const subjectOf = ({ kind }: AlertContent, { messages, lead, title, school }: AlertLetter): string =>
  [...(lead ? [messages.say(`alerts.labels.${kind}`)] : []), title, school].join(' · ');

/** Writes the mails of notifications, at the moment at which they are sent. */
@Injectable()
export class AlertMails implements MailComposer, OnModuleInit {
  readonly job = 'mail';
  readonly kinds = [ALERT_MAIL];

  constructor(
    private readonly composers: MailComposers,
    private readonly choices: MailChoicesRepository,
    private readonly contents: AlertContentsRepository,
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
    const tokens = owed.map(() => randomBytes(32).toString('base64url'));
    await this.choices.open(owed, tokens);
    const contents = await this.contents.read(owed, this.clock.now());
    return new Map([...contents].map(([id, content]) => [id, this.composed(content)]));
  }

  private composed(content: AlertContent): ComposedMail {
    return { write: () => Promise.resolve(alertMail(content, this.settings, this.clock.now())) };
  }
}
