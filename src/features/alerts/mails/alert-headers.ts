import type { Mail } from '../../../platform/mail/mailer.js';
import type { Addresses, AlertContent } from './alert-letter.js';

/**
 * What a mail is known by to programs. However often it is sent, its Message-ID says that it is the same one (RFC 5322 section 3.6.4).
 * @param mail its id, the school that it is from, and the address to unsubscribe by
 */
export function alertHeaders(
  { id, school, unsubscribeUrl }: { id: string; school: AlertContent['school']; unsubscribeUrl: string },
  { siteUrl }: Pick<Addresses, 'siteUrl'>,
): Pick<Mail, 'messageId' | 'headers'> {
  const { hostname } = new URL(siteUrl);
  return {
    messageId: `<${id}@${hostname}>`,
    headers: {
      // Absence notes do not answer such a mail (RFC 3834 section 5).
      'Auto-Submitted': 'auto-generated',
      // One list for each school (RFC 2919), by which a mail program sorts.
      'List-Id': `<${school.id}.${hostname}>`,
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      // RFC 8058.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
