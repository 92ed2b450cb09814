import type { Mail } from '../../../mail/mailer.js';
import type { AlertContent } from './alert-content.js';
import { alertLetter, type Addresses, type AlertLetter } from './alert-letter.js';
import { letterAsHtml } from './letter-as-html.js';
import { letterAsText } from './letter-as-text.js';

/**
 * The mail of one delivery. However often it is sent, its Message-ID says that it is the same one (RFC 5322 §3.6.4).
 * @param now the moment of sending
 */
export function alertMail(content: AlertContent, addresses: Addresses, now: Date): Mail {
  const letter = alertLetter(content, addresses);
  return {
    to: content.email,
    subject: subjectOf(content, letter),
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    messageId: `<${content.id}@${new URL(addresses.siteUrl).hostname}>`,
    date: now,
    headers: {
      // Nobody's absence note answers it (RFC 3834 §5).
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${letter.unsubscribeUrl}>`,
      // RFC 8058.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** What is not simply new says so first: it would look like the mail that came before. */
const subjectOf = ({ kind }: AlertContent, { words, lead, title, school }: AlertLetter): string =>
  [...(lead ? [words.kinds[kind].label] : []), title, school].join(' · ');
