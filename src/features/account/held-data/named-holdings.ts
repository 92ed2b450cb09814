import type { Messages } from '../../../platform/messages/messages.js';
import type { AccountHoldings } from './account-holdings.repository.js';

/** Names of everything that leads into an account, for a mail: lists, any of which may be empty. */
export interface NamedHoldings {
  addresses: string[];
  passkeys: string[];
  sessions: string[];
  /** Those of the first two that open nothing until their owner confirms them. */
  suspended: string[];
}

/** The name without anything that a mail program makes a link of: an intruder may have chosen it. */
const harmless = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\p{N} ’'-]/gu, ' ')
    .slice(0, 60)
    .trim();

export function namedHoldings(
  { addresses, passkeys, sessions }: AccountHoldings,
  timeText: (time: Date) => string,
): NamedHoldings {
  return {
    addresses: addresses.map(({ email }) => email),
    passkeys: passkeys.map(({ name }) => harmless(name)),
    sessions: sessions.map(({ name, lastUsedAt }) => `${harmless(name)} (${timeText(lastUsedAt)})`),
    suspended: [
      ...addresses.filter(({ isSuspended }) => isSuspended).map(({ email }) => email),
      ...passkeys.filter(({ isSuspended }) => isSuspended).map(({ name }) => harmless(name)),
    ],
  };
}

/** One line for each list. */
export const holdingsLines = (held: NamedHoldings | null, say: Messages['say']): string =>
  held === null
    ? ''
    : (['addresses', 'passkeys', 'sessions', 'suspended'] as const)
        .map((list) => {
          const names = held[list].join('; ') || say('accountMails.holdings.none');
          return `${say(`accountMails.holdings.${list}`)}: ${names}\n`;
        })
        .join('');
