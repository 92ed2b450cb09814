import { Injectable } from '@nestjs/common';
import type { FedEvent, FedSeries } from '../../features/calendar/calendar-feed.js';
import { CalendarFeedService } from '../../features/calendar/calendar-feed.service.js';
import type { EventEntry, SeriesEntry } from './calendar.schema.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, tell, type Named } from './content-references.js';
import type { ContentRun } from './content-run.js';
import { fingerprint } from './stored-or-given.js';

const SOURCE = 'content';

/** Events and series; none that the file does not name is taken away. */
@Injectable()
export class ContentCalendar {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly calendar: CalendarFeedService,
    private readonly images: ContentImages,
  ) {}

  async take(run: ContentRun): Promise<void> {
    const { manager, school, content, now } = run;
    const total = content.events.length + content.series.length;
    if (total === 0) return;
    run.progress.step('calendar', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const events = await this.images.keepKnown(run, content.events, ({ key }) => key);
    const series = await this.images.keepKnown(run, content.series, ({ key }) => key);
    const feed = { manager, now, schoolZone: school.timeZone, schoolId: school.id, source: SOURCE };
    const fedEvents = known(run, 'events', events, named).map(({ value }) => fedFrom<FedEvent>(value, named));
    tell(run, 'events', events, await this.calendar.feedEvents(feed, fedEvents));
    const fedSeries = known(run, 'series', series, named).map(({ value }) =>
      fedFrom<FedSeries>(value, named),
    );
    tell(run, 'series', series, await this.calendar.feedSeries(feed, fedSeries));
    run.progress.step('calendar', total, total);
  }
}

const fedFrom = <Fed extends FedEvent | FedSeries>(value: EventEntry | SeriesEntry, named: Named): Fed =>
  ({ sourceId: value.key, digest: fingerprint(value), input: inputOf(value, named) }) as Fed;
