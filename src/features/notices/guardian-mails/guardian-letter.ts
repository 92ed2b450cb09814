import { singleLine } from '../../../platform/text/shortened.js';
import {
  type Addresses,
  type LetterContent,
  alertLetter,
  type AlertLetter,
  timesAt,
} from '../../alerts/mails/alert-letter.js';
import type { MailedInvitation } from '../../invitations/mailed-invitations.service.js';
import { guardianMailsPath } from './guardian-mail-pages.service.js';

/** The letter of a member, which says why somebody without an account gets it, and leads to their invitation where they have one. */
export function guardianLetter(
  content: LetterContent,
  addresses: Addresses,
  invitation: MailedInvitation | null,
): AlertLetter {
  const letter = alertLetter(content, addresses);
  const { say } = letter.messages;
  const school = singleLine(content.school.name);
  const open = invitation && { label: say('guardianMails.accept'), url: invitation.url };
  const until = invitation && timesAt(content.school)(invitation.until);
  return {
    ...letter,
    reason: say('guardianMails.reason', { school }),
    ...(open && until && { open, openLead: say('guardianMails.invitation', { school, until }) }),
    unsubscribeUrl: `${addresses.siteUrl}${guardianMailsPath(content.token)}`,
  };
}
