import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { DemoPoll } from './data/polls.js';
import { DemoWeek, type Loading } from './demo-week.js';

/** To come, open and closed. Nobody is alerted. */
export function pollEntries(polls: DemoPoll[], loading: Loading): NonNullable<ContentFile['polls']> {
  const week = new DemoWeek(loading);
  return polls.map(({ key, days: [opens, closes], asks, responses: _responses, ...poll }) => ({
    ...poll,
    key: week.keyOf({ key }),
    opens_at: week.at(opens),
    closes_at: closes === null ? null : week.at(closes),
    send_alert: false,
    questions: Object.entries(asks).map(([text, choices]) => ({ text, choices })),
  }));
}
