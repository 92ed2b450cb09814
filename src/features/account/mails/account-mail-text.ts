import { messages } from '../../../platform/messages/messages.js';
import { holdingsLines, type NamedHoldings } from '../held-data/named-holdings.js';
import type { AccountMailKind } from './account-mail-kinds.js';

/** Minutes for which a mailed link is good, but for that of an invitation (contract section 17). */
export const LINK_MINUTES = 30;

/** Mails that have a link to go on with. */
export type LinkMailKind = 'invitation' | 'password_link' | 'address_link';

export type AccountMailText = AccountMailKind | 'codesTried' | 'codeRefused';

/** Facts for the texts of mails about an account, as people read them. */
export interface AccountMailFacts {
  /** Address of the service, without a trailing slash. */
  siteUrl: string;
  /** The address that the mail goes to. */
  email: string;
  /** When it happened. */
  when: string;
  until: string;
  /** Why an operator opened a session. */
  reason: string;
  /** Name of the school. */
  school: string;
  /** Title of the item. */
  item: string;
  /** The address of the page that the mail leads to, with its secret. */
  link: string;
  /** Good once, in the place of a password. */
  code: string;
  /** Everything that leads into the account, where the mail names it. */
  holdings: NamedHoldings | null;
}

/**
 * Subject and text of a mail about an account.
 * @param kind `codesTried`: many wrong codes of the second step were tried, so that the password is known; `codeRefused`: a code was
 *   asked for by whose second step is the mailbox
 * @param locale BCP 47; English for a language without a catalogue
 */
export function accountMailText(
  kind: AccountMailText,
  locale: string,
  facts: AccountMailFacts,
): { subject: string; text: string } {
  const { say } = messages(locale);
  const values = { ...facts, minutes: LINK_MINUTES, holdings: holdingsLines(facts.holdings, say) };
  return {
    subject: say(`accountMails.${kind}.subject`, values),
    text: say(`accountMails.${kind}.text`, values),
  };
}
