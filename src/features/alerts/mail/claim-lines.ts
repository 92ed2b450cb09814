import { singleLine } from '../../../text/single-line.js';
import type { OwnClaim } from './alert-content.js';
import type { MailWords } from './mail-words.js';

/** One claim of the recipient's. */
export interface ClaimLines {
  what: string;
  /** When and where, a line each. */
  details: string[];
}

export const claimLines = (
  claims: OwnClaim[],
  { words, timeOf }: { words: MailWords; timeOf: (time: Date) => string },
): ClaimLines[] =>
  claims.map(({ title, quantity, waits, startsAt, location }) => {
    const what = `${quantity > 1 ? `${quantity} × ` : ''}${singleLine(title)}${waits ? ` (${words.waits})` : ''}`;
    const details = [startsAt && timeOf(new Date(startsAt)), location && singleLine(location)];
    return { what, details: details.flatMap((line) => (line ? [line] : [])) };
  });
