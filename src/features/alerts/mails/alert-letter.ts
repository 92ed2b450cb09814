import type { Settings } from '../../../platform/config/settings.js';
import { type Messages, messages } from '../../../platform/messages/messages.js';
import type { MailDetails } from '../../../platform/mail/queued-mail.entity.js';
import { appLink } from '../../../platform/pages/app-links.js';
import { singleLine } from '../../../platform/text/shortened.js';
import { unsubscribePath } from '../choices/unsubscribe.service.js';
import type { AlertedKind, AlertedType } from '../alert.js';
import type { AnswerButton, AnswerRequest } from './answer-button.js';
import type { Quiet } from '../choices/delivery-time.js';
import { type Occasion, occasionLines } from './occasion-lines.js';
import type { MailRhythm } from '../choices/mail-kinds.js';

/** One claim of the recipient's. */
export interface ClaimLines {
  what: string;
  /** When and where, a line each. */
  details: string[];
}

const claimLines = (
  claims: OwnClaim[],
  { say, timeOf }: { say: Messages['say']; timeOf: (time: Date) => string },
): ClaimLines[] =>
  claims.map(({ title, quantity, waits, startsAt, location }) => {
    const what = `${quantity > 1 ? `${quantity} × ` : ''}${singleLine(title)}${waits ? ` (${say('alerts.waits')})` : ''}`;
    const details = [startsAt && timeOf(new Date(startsAt)), location && singleLine(location)];
    return { what, details: details.flatMap((line) => (line ? [line] : [])) };
  });

/** Contents of one mail at the moment of sending. */
export interface AlertContent {
  /** Id of the delivery. */
  id: string;
  userId: string;
  membershipId: string;
  /** Address of the recipient. */
  email: string;
  /** Token of the recipient's unsubscribe address. */
  token: string;
  school: { id: string; name: string; timeZone: string; locale: string };
  kind: AlertedKind;
  item: AlertedItem;
  /** How the recipient wants mails of this kind. */
  rhythm: MailRhythm;
  quiet: Quiet | null;
  isUrgent: boolean;
  /** Whether the notification has been read. */
  isRead: boolean;
  /** Address of the author, where answers go to them. */
  replyTo: string | null;
  /** When and where it takes place, and what has changed about that; null for what has no time. */
  occasion?: Occasion | null;
  /** Facts of the mail that stand nowhere else. */
  details: MailDetails | null;
  /** Null where nothing is asked of the recipient that one press answers. */
  asks: AnswerRequest | null;
}

/** What a mail says, to whomever it goes. */
export type LetterContent = Pick<
  AlertContent,
  'id' | 'email' | 'token' | 'school' | 'kind' | 'item' | 'replyTo' | 'occasion'
>;

export interface AlertedItem {
  type: AlertedType;
  id: string;
  title: string;
  /** Sanitised HTML; null where there is none, or the mail only says that something has happened. */
  html: string | null;
  /** Null for an item of the whole school. */
  organization: string | null;
  /** Null for what an import made, and once the person has left. */
  author: string | null;
  /** UTC: when it was first shown; null where the mail is not about that. */
  from: Date | null;
  /** UTC; null for what stays. */
  until: Date | null;
  attachments: { name: string; bytes: number }[];
  /** Claims of the recipient, where the mail is about a sign-up. */
  claims: OwnClaim[] | null;
}

export interface OwnClaim {
  /** Title of the claimed item. */
  title: string;
  quantity: number;
  /** On the waitlist. */
  waits: boolean;
  /** ISO 8601; null for an item without a time. */
  startsAt: string | null;
  /** Location of the sign-up. */
  location: string | null;
}

/** Parts of a mail, in their order; one line each and as text, but for the body. */
export interface AlertLetter {
  messages: Messages;
  /** BCP 47, of the school. */
  locale: string;
  school: string;
  title: string;
  /** The event that the mail is about; null where the item is simply new. */
  lead: string | null;
  /** When and where it takes place, and did before. */
  occasion: string[];
  /** Line with the sender, the recipients, and the subject. */
  byline: string;
  /** When it holds, at the school; null where that is not what the mail is about. */
  time: string | null;
  /** Sanitised HTML, with its images. */
  body: string | null;
  attachments: string[];
  /** Claims of the recipient on a sign-up; null where the mail is about something else. */
  claims: ClaimLines[] | null;
  /** Buttons that answer what the mail asks. */
  answers: { label: string; url: string }[];
  /** Stands before the link that leads on; null where it speaks for itself. */
  openLead: string | null;
  /** What the link that leads on says, and where to. */
  open: { label: string; url: string };
  /** Why the reader gets the mail. */
  reason: string;
  unsubscribeUrl: string;
}

/** Bare addresses of the settings. */
export type Addresses = Pick<Settings, 'siteUrl' | 'appUrl'>;

export function alertLetter(
  { school, kind, item, token, occasion }: LetterContent,
  { siteUrl, appUrl }: Addresses,
  answers: AnswerButton[] = [],
): AlertLetter {
  const inLanguage = messages(school.locale);
  const { say } = inLanguage;
  const timeOf = timesAt(school);
  const { author } = item;
  const parts = [say(`alerts.labels.${kind}`), item.organization, author && say('alerts.by', { author })];
  return {
    messages: inLanguage,
    locale: school.locale,
    school: singleLine(school.name),
    title: singleLine(item.title),
    byline: parts.flatMap((part) => (part ? [singleLine(part)] : [])).join(' · '),
    lead: leadOf(kind, inLanguage),
    occasion: occasion ? occasionLines(kind, occasion, { messages: inLanguage, school }) : [],
    time: timeText(item, say, timeOf),
    body: item.html,
    attachments: item.attachments.map(
      ({ name, bytes }) => `${singleLine(name)} (${sizeText(bytes, school.locale)})`,
    ),
    claims: item.claims && claimLines(item.claims, { say, timeOf }),
    answers: answers.map(({ answer, url }) => ({ label: say(`alerts.answers.${answer}`), url })),
    openLead: null,
    open: { label: say('alerts.open'), url: appLink(appUrl, { schoolId: school.id, item }) },
    reason: say('alerts.reason', { school: singleLine(school.name) }),
    unsubscribeUrl: `${siteUrl}${unsubscribePath(token)}`,
  };
}

/** A sentence beside the item itself, where there is more to say. */
function leadOf(kind: AlertedKind, { say, isPlain }: Messages): string | null {
  const key = `alerts.leads.${kind}`;
  return isPlain(key) ? say(key) : null;
}

/** @param alt what the image shows, empty when nobody said */
export const imageText = ({ say }: Messages, alt: string): string =>
  alt ? say('alerts.image', { alt }) : say('alerts.imageWithoutText');

function timeText(
  { type, from, until }: AlertContent['item'],
  say: Messages['say'],
  timeOf: (time: Date) => string,
): string | null {
  if (until) return say(type === 'event' ? 'alerts.answerBy' : 'alerts.until', { time: timeOf(until) });
  return from && say('alerts.since', { time: timeOf(from) });
}

/** At the school, with the zone's name: whoever reads may be elsewhere. */
export function timesAt({ locale, timeZone }: AlertContent['school']): (time: Date) => string {
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
