import type { Mail } from '../../../platform/mail/mailer.js';
import { imagesAsText, plainText } from '../../../platform/rich-text/plain-text.js';
import { alertHeaders } from './alert-headers.js';
import {
  type Addresses,
  type LetterContent,
  type AlertLetter,
  type ClaimLines,
  imageText,
} from './alert-letter.js';
import { letterAsHtml } from './letter.view.js';

/** For readers without formatting. */
function letterAsText(letter: AlertLetter): string {
  const { messages, school, title, byline, time, lead, attachments, open, unsubscribeUrl } = letter;
  const { say } = messages;
  const files = attachments.map((file) => `- ${file}`);
  const parts = [
    school,
    `${title}\n${'='.repeat(Math.min(72, [...title].length))}`,
    [byline, time].filter(Boolean).join('\n'),
    lead,
    letter.occasion.join('\n'),
    claimsOf(letter),
    answersOf(letter),
    bodyOf(letter),
    files.length > 0 && [`${say('alerts.attachments')}:`, ...files].join('\n'),
    letter.openLead,
    `${open.label}:\n${open.url}`,
    // A mail program leaves the part after "-- " out of answers: it is a signature.
    `-- \n${letter.reason}\n${say('alerts.unsubscribe')}:\n${unsubscribeUrl}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The links that answer, a line each. */
export function answersOf({
  answers,
  messages: { say },
}: Pick<AlertLetter, 'answers' | 'messages'>): string | null {
  if (answers.length === 0) return null;
  return [`${say('alerts.answers.lead')}:`, ...answers.map(({ label, url }) => `- ${label}: ${url}`)].join(
    '\n',
  );
}

const bodyOf = ({ body, messages }: AlertLetter): string | null =>
  body && plainText(imagesAsText(body, (alt) => ` ${imageText(messages, alt)} `));

function claimsOf({ claims, messages: { say } }: AlertLetter): string | null {
  if (claims === null) return null;
  if (claims.length === 0) return say('alerts.noClaims');
  return [`${say('alerts.claims')}:`, ...claims.map(entryOf)].join('\n');
}

const entryOf = ({ what, details }: ClaimLines): string => [`- ${what}`, ...details].join('\n  ');

/** @param now the moment of sending */
export function letterMail(
  content: LetterContent,
  letter: AlertLetter,
  addresses: Pick<Addresses, 'siteUrl'>,
  now: Date,
): Mail {
  return {
    to: content.email,
    subject: subjectOf(content, letter),
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    ...(content.replyTo !== null && { replyTo: content.replyTo }),
    ...alertHeaders({ ...content, unsubscribeUrl: letter.unsubscribeUrl }, addresses),
    date: now,
  };
}

/** The subject of a mail. Its kind comes first unless the item is simply new: it would look like the earlier mail. */
const subjectOf = ({ kind }: LetterContent, { messages, lead, title, school }: AlertLetter): string =>
  [...(lead ? [messages.say(`alerts.labels.${kind}`)] : []), title, school].join(' · ');
