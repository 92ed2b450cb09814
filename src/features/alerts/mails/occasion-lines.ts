import type { Messages } from '../../../platform/messages/messages.js';
import { singleLine } from '../../../platform/text/shortened.js';
import type { AlertedKind } from '../alert.js';

/** When and where something takes place; moments are ISO 8601, days `YYYY-MM-DD` at the school. */
export interface WhenAndWhere {
  allDay: boolean;
  /** Null when all day. */
  startsAt: string | null;
  endsAt: string | null;
  startDate: string;
  /** Inclusive. */
  endDate: string;
  location: string | null;
  arrivalAt: string | null;
}

/** A time and place that mails tell, and what has changed about them. */
export interface Occasion {
  /** As the reader knew it; null where nothing has changed. */
  was: WhenAndWhere | null;
  /** Whether the reader knew that it was called off. */
  wasCancelled: boolean;
  /** Null for what does not take place. */
  is: WhenAndWhere | null;
  /** Whether other dates have changed with it, which have no mail of their own. */
  hasMore: boolean;
}

interface Reader {
  messages: Messages;
  /** Time zone as IANA name, locale as BCP 47. */
  school: { timeZone: string; locale: string };
}

/** One line each and as text: when and where it takes place, and did before. */
export function occasionLines(
  kind: AlertedKind,
  { was, wasCancelled, is, hasMore }: Occasion,
  reader: Reader,
): string[] {
  const { say } = reader.messages;
  const before = was && textOf(was, reader);
  const more = hasMore ? [say('alerts.occasion.more')] : [];
  if (kind === 'event_cancelled')
    return [...(before ? [say('alerts.occasion.calledOff', { occasion: before })] : []), ...more];
  const now = is && textOf(is, reader);
  if (kind !== 'event_changed') return now ? [say('alerts.occasion.new', { occasion: now })] : [];
  const then = wasCancelled ? say('alerts.occasion.wasCalledOff') : before;
  return [
    ...(then ? [say('alerts.occasion.before', { occasion: then })] : []),
    ...(now ? [say('alerts.occasion.now', { occasion: now })] : []),
    ...more,
  ];
}

function textOf(occasion: WhenAndWhere, { messages: { say }, school }: Reader): string {
  const { location, arrivalAt } = occasion;
  const arrival =
    arrivalAt && say('alerts.occasion.arrival', { time: clockAt(school).format(new Date(arrivalAt)) });
  return [timeText(occasion, school), location && singleLine(location), arrival].filter(Boolean).join(' · ');
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

/** Whole days are those of the school, whatever its zone: they are read in the zone in which they are written. */
function timeText({ startsAt, endsAt, startDate, endDate }: WhenAndWhere, school: Reader['school']): string {
  if (startsAt === null || endsAt === null) {
    const days = new Intl.DateTimeFormat(school.locale, { ...DAY, timeZone: 'UTC' });
    return days.formatRange(new Date(startDate), new Date(endDate));
  }
  const { timeZone } = school;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'long' } as const;
  const format = new Intl.DateTimeFormat(school.locale, { ...DAY, ...time, timeZone });
  return format.formatRange(new Date(startsAt), new Date(endsAt));
}

const clockAt = ({ locale, timeZone }: Reader['school']): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' });
