import { imagesAsWords } from '../../../rich-text/images-as-words.js';
import { plainText } from '../../../rich-text/plain-text.js';
import type { AlertLetter } from './alert-letter.js';
import type { ClaimLines } from './claim-lines.js';

/** For readers without formatting. */
export function letterAsText(letter: AlertLetter): string {
  const { words, school, title, byline, time, lead, attachments, itemUrl, unsubscribeUrl } = letter;
  const files = attachments.map((file) => `- ${file}`);
  const parts = [
    school,
    `${title}\n${'='.repeat(Math.min(72, [...title].length))}`,
    [byline, time].filter(Boolean).join('\n'),
    lead,
    claimsOf(letter),
    bodyOf(letter),
    files.length > 0 && [`${words.attachments}:`, ...files].join('\n'),
    `${words.open}:\n${itemUrl}`,
    // What comes after "-- " is a signature, and left out of answers.
    `-- \n${words.reason(school)}\n${words.unsubscribe}:\n${unsubscribeUrl}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const bodyOf = ({ body, words }: AlertLetter): string | null =>
  body && plainText(imagesAsWords(body, (alt) => ` ${words.image(alt)} `));

function claimsOf({ claims, words }: AlertLetter): string | null {
  if (claims === null) return null;
  if (claims.length === 0) return words.noClaims;
  return [`${words.claims}:`, ...claims.map(entryOf)].join('\n');
}

const entryOf = ({ what, details }: ClaimLines): string => [`- ${what}`, ...details].join('\n  ');
