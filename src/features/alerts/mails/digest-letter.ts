import { type Messages, messages } from '../../../platform/messages/messages.js';
import { imagesAsText, plainText } from '../../../platform/rich-text/plain-text.js';
import { shortened, singleLine } from '../../../platform/text/shortened.js';
import {
  type Addresses,
  type AlertContent,
  alertLetter,
  type AlertLetter,
  imageText,
} from './alert-letter.js';
import type { AnswerButton } from './answer-button.js';
import { answersOf } from './letter-mail.js';

/** Items that a mail shows; the rest it counts. */
export const MAX_ENTRIES = 50;
/** Characters of a text that it shows. */
const EXCERPT = 300;

/** One item of a daily mail; one line each. */
export interface DigestEntry {
  title: string;
  byline: string;
  time: string | null;
  lead: string | null;
  /** When and where it takes place, and did before. */
  occasion: string[];
  /** The beginning of the text; null where there is none. */
  excerpt: string | null;
  answers: AlertLetter['answers'];
  url: string;
}

/** Parts of a daily mail. */
export interface DigestLetter {
  messages: Messages;
  /** BCP 47, of the school. */
  locale: string;
  school: string;
  title: string;
  /** In the order in which it happened. */
  entries: DigestEntry[];
  /** What there is besides; null for nothing. */
  more: string | null;
  /** What the links say. */
  open: string;
  reason: string;
  unsubscribeUrl: string;
}

/**
 * @param contents of one recipient and one school, and one at least
 * @param buttons by id of the mail that the content would be
 */
export function digestLetter(
  contents: AlertContent[],
  buttons: Map<string, AnswerButton[]>,
  addresses: Addresses,
): DigestLetter {
  const [first] = contents as [AlertContent, ...AlertContent[]];
  const { say } = messages(first.school.locale);
  const {
    messages: inLanguage,
    locale,
    school,
    reason,
    unsubscribeUrl,
    open,
  } = alertLetter(first, addresses);
  const left = contents.length - MAX_ENTRIES;
  return {
    ...{ messages: inLanguage, locale, school, reason, unsubscribeUrl },
    title: say('alerts.digest.title', { count: contents.length }),
    entries: contents
      .slice(0, MAX_ENTRIES)
      .map((content) => entryOf(alertLetter(content, addresses, buttons.get(content.id)))),
    more: left > 0 ? say('alerts.digest.more', { count: left }) : null,
    open: open.label,
  };
}

function entryOf(letter: AlertLetter): DigestEntry {
  const { title, byline, time, lead, occasion, body, answers, open, messages: inLanguage } = letter;
  const text = body && plainText(imagesAsText(body, (alt) => ` ${imageText(inLanguage, alt)} `));
  const excerpt = text ? shortened(singleLine(text), EXCERPT) : null;
  return { title, byline, time, lead, occasion, excerpt, answers, url: open.url };
}

/** For readers without formatting. */
export function digestAsText(letter: DigestLetter): string {
  const { school, title, entries, more, reason, unsubscribeUrl, messages: inLanguage } = letter;
  const parts = [
    school,
    `${title}\n${'='.repeat(Math.min(72, [...title].length))}`,
    ...entries.map((entry) => entryAsText(entry, inLanguage)),
    more,
    `-- \n${reason}\n${inLanguage.say('alerts.unsubscribe')}:\n${unsubscribeUrl}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function entryAsText(entry: DigestEntry, inLanguage: Messages): string {
  const { title, byline, time, lead, occasion, excerpt, url } = entry;
  const answers = answersOf({ ...entry, messages: inLanguage })?.replaceAll('\n', '\n  ');
  return [`* ${title}`, byline, time, lead, ...occasion, excerpt, answers, url].filter(Boolean).join('\n  ');
}
