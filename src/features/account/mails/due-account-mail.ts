import type { ClaimedMail } from '../../../platform/mail/mail-composers.js';
import type { LinkMailKind } from './account-mail-text.js';
import type { AccountMailKind } from './account-mail-kinds.js';
import type { MailRecipient } from './account-mail-recipients.repository.js';

/** Facts for the text of a mail about an account, or about a school that invites. */
export interface AccountMailDetails {
  reason?: string;
  /** UTC. */
  until?: string;
  school?: string;
  /** Title of the item that it is about. */
  item?: string;
  isFamily?: boolean;
  locale?: string;
  timeZone?: string;
}

/** A mail about an account to one person, in the language of the school that they have belonged to longest. */
export type DueAccountMail = Omit<ClaimedMail, 'kind' | 'email' | 'details'> & {
  kind: AccountMailKind;
  email: string;
  details: AccountMailDetails | null;
  locale: string;
  timeZone: string;
};

/** Null where nobody is left to get it. English for a person who belongs to no school. */
export function dueAccountMail(
  mail: ClaimedMail,
  recipient: MailRecipient | undefined,
): DueAccountMail | null {
  if (!recipient || recipient.email === null) return null;
  const { userId, email, locale, timeZone } = recipient;
  const details = mail.details as AccountMailDetails | null;
  return {
    ...mail,
    ...{ kind: mail.kind as AccountMailKind, userId, email, details },
    locale: locale ?? details?.locale ?? 'en',
    timeZone: timeZone ?? details?.timeZone ?? 'UTC',
  };
}

export type DueLinkMail = DueAccountMail & { kind: LinkMailKind };
