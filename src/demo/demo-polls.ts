import { Temporal } from 'temporal-polyfill';
import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { DemoPoll } from './data/polls.js';

interface Loading {
  /** IANA name. */
  timeZone: string;
  /** YYYY-MM-DD at the school. */
  today: string;
}

/**
 * To come, open and closed. Each week of loading asks anew, under keys of its own: what was answered before stays as
 * it was. Nobody is alerted.
 */
export function pollEntries(
  polls: DemoPoll[],
  { timeZone, today }: Loading,
): NonNullable<ContentFile['polls']> {
  const day = Temporal.PlainDate.from(today);
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  const at = (days: number): string => {
    const morning = monday.add({ days }).toPlainDateTime({ hour: 8 }).toZonedDateTime(timeZone);
    return morning.toString({ timeZoneName: 'never', smallestUnit: 'second' });
  };
  return polls.map(({ key, days: [opens, closes], asks, ...poll }) => ({
    ...poll,
    key: `${key}-${monday.toString()}`,
    opens_at: at(opens),
    closes_at: closes === null ? null : at(closes),
    send_alert: false,
    questions: Object.entries(asks).map(([text, choices]) => ({ text, choices })),
  }));
}
