import type { Mail } from '../../../mail/mailer.js';
import type { AlertContent } from './alert-content.js';
import { alertLetter } from './alert-letter.js';
import { letterAsHtml } from './letter-as-html.js';
import { letterAsText } from './letter-as-text.js';

/**
 * The mail of one delivery. However often it is sent, its Message-ID says that it is the same one (RFC 5322 §3.6.4).
 * @param site its bare address, and the moment of sending
 */
export function alertMail(content: AlertContent, { siteUrl, now }: { siteUrl: string; now: Date }): Mail {
  const letter = alertLetter(content, siteUrl);
  return {
    to: content.email,
    subject: `${letter.title} · ${letter.school}`,
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    messageId: `<${content.id}@${new URL(siteUrl).hostname}>`,
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
