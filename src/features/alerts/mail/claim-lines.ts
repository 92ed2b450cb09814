import { singleLine } from '../../../text/single-line.js';
import type { OwnClaim } from './alert-content.js';
import type { MailWords } from './mail-words.js';

/** What of which item, when and where: one line a claim. */
export const claimLines = (
  claims: OwnClaim[],
  { words, timeOf }: { words: MailWords; timeOf: (time: Date) => string },
): string[] =>
  claims.map(({ title, quantity, waits, startsAt, location }) =>
    [
      `${quantity > 1 ? `${quantity} × ` : ''}${singleLine(title)}${waits ? ` (${words.waits})` : ''}`,
      startsAt && timeOf(new Date(startsAt)),
      location && singleLine(location),
    ]
      .filter(Boolean)
      .join(' · '),
  );
