import type { Settings } from '../../../config/settings.js';
import { appLink } from '../../../pages/app-links.js';
import { singleLine } from '../../../text/single-line.js';
import type { AlertContent } from './alert-content.js';
import { claimLines, type ClaimLines } from './claim-lines.js';
import { mailWords, type MailWords } from './mail-words.js';
import { unsubscribePath } from './unsubscribe-page.js';

/** What a mail says, in the order in which it says it; one line each and as text, but for the body. */
export interface AlertLetter {
  words: MailWords;
  /** BCP 47, of the school. */
  locale: string;
  school: string;
  title: string;
  /** What has happened, where it is not that the item is new. */
  lead: string | null;
  /** Who writes to whom, and about what. */
  byline: string;
  /** When it holds, at the school; null where that is not what the mail is about. */
  time: string | null;
  /** Sanitised HTML, with its images. */
  body: string | null;
  attachments: string[];
  /** What the recipient has of a sign-up; null where that is not what the mail is about. */
  claims: ClaimLines[] | null;
  itemUrl: string;
  unsubscribeUrl: string;
}

/** Bare addresses of the settings. */
export type Addresses = Pick<Settings, 'siteUrl' | 'appUrl'>;

export function alertLetter(
  { school, kind, item, token }: AlertContent,
  { siteUrl, appUrl }: Addresses,
): AlertLetter {
  const words = mailWords(school.locale);
  const timeOf = timesAt(school);
  const { label, lead = null } = words.kinds[kind];
  const parts = [label, item.organization, item.author && words.by(item.author)];
  return {
    words,
    locale: school.locale,
    school: singleLine(school.name),
    title: singleLine(item.title),
    byline: parts.flatMap((part) => (part ? [singleLine(part)] : [])).join(' · '),
    lead,
    time: timeText(item, words, timeOf),
    body: item.html,
    attachments: item.attachments.map(
      ({ name, bytes }) => `${singleLine(name)} (${sizeText(bytes, school.locale)})`,
    ),
    claims: item.claims && claimLines(item.claims, { words, timeOf }),
    itemUrl: appLink(appUrl, { schoolId: school.id, item }),
    unsubscribeUrl: `${siteUrl}${unsubscribePath(token)}`,
  };
}

function timeText(
  { from, until }: AlertContent['item'],
  words: MailWords,
  timeOf: (time: Date) => string,
): string | null {
  if (until) return words.until(timeOf(until));
  return from && words.since(timeOf(from));
}

/** At the school, with the zone's name: whoever reads may be elsewhere. */
function timesAt({ locale, timeZone }: AlertContent['school']): (time: Date) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'long',
  });
  return (time) => format.format(time);
}

function sizeText(bytes: number, locale: string): string {
  const isLarge = bytes >= 1_000_000;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000));
}
