import { LRUCache } from 'lru-cache';

/** Times as people of a school write them. */
export interface TimeFormats {
  clock: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
  dayAndClock: Intl.DateTimeFormat;
}

/** To make them takes half as long as everything else of a watch. Schools have few languages and zones. */
const cached = new LRUCache<string, TimeFormats>({ max: 50 });

/** @param locale BCP 47 @param timeZone IANA name */
export function timeFormatsOf(locale: string, timeZone: string): TimeFormats {
  const key = `${locale} ${timeZone}`;
  const formats = cached.get(key) ?? newFormats(locale, timeZone);
  cached.set(key, formats);
  return formats;
}

function newFormats(locale: string, timeZone: string): TimeFormats {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const day = { month: 'short', day: 'numeric' } as const;
  return {
    clock: format(clock),
    day: format({ weekday: 'short', ...day }),
    dayAndClock: format({ ...day, ...clock }),
  };
}
