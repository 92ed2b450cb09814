import { Injectable } from '@nestjs/common';
import { ValidationFailedError } from '../../errors/app-error.js';
import type { CalendarEvent } from './calendar-event.entity.js';
import { CalendarFeedRepository } from './calendar-feed.repository.js';
import type { CalendarFeed, CalendarFeedResult, Fed, FedEvent, FedSeries } from './calendar-feed.js';
import { CalendarWritesRepository } from './calendar-writes.repository.js';
import type { EventDetails } from './event-details.js';
import type { EventFields } from './event-fields.dto.js';
import type { EventSeries } from './event-series.entity.js';
import { changedEvent, newEvent } from './new-event.js';
import { changedSeries, newSeries } from './new-series.js';
import { SeriesWriter } from './series-writer.service.js';

/**
 * The way in for events and series from outside, inside the caller's transaction. An entry whose digest is the stored
 * one is left as it is. Inputs are as a request would have them once it is validated; nobody's rights are asked about.
 */
@Injectable()
export class CalendarFeedService {
  constructor(
    private readonly feeds: CalendarFeedRepository,
    private readonly calendar: CalendarWritesRepository,
    private readonly series: SeriesWriter,
  ) {}

  /** Creates and changes single events; none is taken away. */
  async feedEvents(feed: CalendarFeed, events: FedEvent[]): Promise<CalendarFeedResult> {
    const known = await this.feeds.lockEvents(feed, idsOf(events));
    const save: CalendarEvent[] = [];
    const result = await feedEach(events, known, (entry, present) => {
      save.push(
        present ? fedEvent(feed, present, entry) : newEvent(feed, entry.input, originOf(feed, entry)),
      );
    });
    await this.calendar.carryOut(feed.manager, { save, remove: [], dropped: [] });
    return result;
  }

  /** Creates and changes series, and computes their occurrences; none is taken away. */
  async feedSeries(feed: CalendarFeed, series: FedSeries[]): Promise<CalendarFeedResult> {
    const known = await this.feeds.lockSeries(feed, idsOf(series));
    return feedEach(series, known, async (entry, present) => {
      if (!present) {
        await this.series.create(feed, newSeries(feed, entry.input, originOf(feed, entry)));
        return;
      }
      const rows = await this.calendar.lockOccurrences(feed.manager, present.id);
      const next = changedSeries(present, addressed(entry.input, present), feed.schoolZone);
      await this.series.update(feed, { series: present, rows }, { ...next, sourceDigest: entry.digest });
    });
  }
}

/** One that is wrong never stops the others. */
async function feedEach<Input, Stored extends { sourceDigest: string | null }>(
  entries: Fed<Input>[],
  known: Map<string, Stored>,
  take: (entry: Fed<Input>, present: Stored | null) => Promise<void> | void,
): Promise<CalendarFeedResult> {
  const counts = { created: 0, updated: 0, archived: 0, unchanged: 0 };
  const refused = new Map<string, ValidationFailedError>();
  for (const entry of entries) {
    const present = known.get(entry.sourceId) ?? null;
    const isOldNews = present?.sourceDigest === entry.digest;
    try {
      if (!isOldNews) await take(entry, present);
      counts[present ? (isOldNews ? 'unchanged' : 'updated') : 'created'] += 1;
    } catch (error) {
      if (!(error instanceof ValidationFailedError)) throw error;
      refused.set(entry.sourceId, error);
    }
  }
  return { counts, refused };
}

const idsOf = (entries: Fed<unknown>[]): string[] => entries.map(({ sourceId }) => sourceId);

const originOf = ({ schoolId, source }: CalendarFeed, { sourceId, digest }: Fed<unknown>) => ({
  schoolId,
  source,
  sourceId,
  sourceDigest: digest,
});

function fedEvent({ schoolZone, now }: CalendarFeed, present: CalendarEvent, entry: FedEvent): CalendarEvent {
  const next = changedEvent(present, addressed(entry.input, present), schoolZone);
  return { ...next, sourceDigest: entry.digest, sequence: present.sequence + 1, updatedAt: now };
}

/** Without an audience, one that goes over to another organization is addressed to that one. */
function addressed<Input extends EventFields>(
  input: Input,
  { organizationId }: EventSeries | EventDetails,
): Input {
  const moves = input.organization_id !== undefined && input.organization_id !== organizationId;
  return moves && input.audience === undefined ? { ...input, audience: null } : input;
}
