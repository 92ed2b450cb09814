import { singleLineOf, shortened } from '../../platform/text/shortened.js';
import { appLink, type LinkTarget } from '../../platform/pages/app-links.js';
import type { Outlook, Sight } from './outlook.js';
import type { SchoolDays } from './school-days.js';
import type { Face } from './watch-timeline.js';
import type { FaceKind, WatchFace } from './watch.dto.js';
import type { Watched } from './watch.repository.js';

/** Where a watch leads to. */
export interface WatchLinks {
  schoolId: string;
  /** Bare address. */
  siteUrl: string;
  /** What links begin with. */
  appUrl: string;
}

const SHORT = 12;
const LINE = 24;

/** How faces of one school look. */
export function faceDrawing(
  { name, locale }: Watched,
  { days, lunches }: Outlook,
  { appUrl, schoolId }: WatchLinks,
): (face: Face, at: number) => Omit<WatchFace, 'at'> {
  const times = new TimeMessages(locale, days);
  return ({ kind, sight, date, relevance }, at) => {
    const text = singleLineOf(sight?.event.title ?? (kind === 'lunch' ? lunches.get(date)!.items : name));
    return {
      short: shortened(text, SHORT),
      line1: shortened(text, LINE),
      line2: sight && times.whenAndWhere(sight, at),
      kind,
      relevance,
      deep_link: appLink(appUrl, { schoolId, item: itemOf(sight, kind, date) }),
    };
  };
}

function itemOf(sight: Sight | null, kind: FaceKind, date: string): LinkTarget['item'] {
  if (sight) return { type: 'event', id: sight.event.id };
  return kind === 'lunch' ? { type: 'menu', id: date } : undefined;
}

export const inALine = (text: string): string => shortened(singleLineOf(text), LINE);

/** Times as people of the school write them. */
class TimeMessages {
  private readonly clock: Intl.DateTimeFormat;
  private readonly day: Intl.DateTimeFormat;
  private readonly dayAndClock: Intl.DateTimeFormat;

  /** @param locale BCP 47 */
  constructor(
    locale: string,
    private readonly days: SchoolDays,
  ) {
    const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
      new Intl.DateTimeFormat(locale, { timeZone: days.zone, ...options });
    const clock = { hour: 'numeric', minute: '2-digit' } as const;
    const day = { month: 'short', day: 'numeric' } as const;
    this.clock = format(clock);
    this.day = format({ weekday: 'short', ...day });
    this.dayAndClock = format({ ...day, ...clock });
  }

  /** The day is said unless it is the one on which this is shown. */
  whenAndWhere({ event, begins, ends }: Sight, shownAt: number): string {
    if (event.all_day) return inALine(this.day.format(begins));
    const today = this.days.dateOf(shownAt);
    const isToday = this.days.dateOf(begins) === today && this.days.dateOf(ends) === today;
    const when = isToday ? this.clock.formatRange(begins, ends) : this.dayAndClock.format(begins);
    return inALine(event.location ? `${when} · ${event.location}` : when);
  }
}
