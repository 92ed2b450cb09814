import { Injectable } from '@nestjs/common';
import type { ContentRun } from './content-run.js';
import type { ImportedEvent, ImportedSeries } from '../../features/calendar/import/calendar-import.js';
import { CalendarImporter } from '../../features/calendar/import/calendar.importer.js';
import type { EventEntry, SeriesEntry } from './calendar.schema.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, type Named, reportResults } from './content-references.js';
import { fingerprint } from './content-students.js';

const SOURCE = 'content';

/** Events and series; none that the file does not name is taken away. */
@Injectable()
export class ContentCalendar {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly calendar: CalendarImporter,
    private readonly images: ContentImages,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { manager, school, content, now } = run;
    const total = content.events.length + content.series.length;
    if (total === 0) return;
    run.progress.step('calendar', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const events = await this.images.rememberKnown(run, content.events, ({ key }) => key);
    const series = await this.images.rememberKnown(run, content.series, ({ key }) => key);
    const target = { manager, now, schoolZone: school.timeZone, schoolId: school.id, source: SOURCE };
    const importedEvents = known(run, 'events', events, named).map(({ value }) =>
      importedFrom<ImportedEvent>(value, named),
    );
    reportResults(run, 'events', events, await this.calendar.importEvents(target, importedEvents));
    const importedSeries = known(run, 'series', series, named).map(({ value }) =>
      importedFrom<ImportedSeries>(value, named),
    );
    reportResults(run, 'series', series, await this.calendar.importSeries(target, importedSeries));
    run.progress.step('calendar', total, total);
  }
}

const importedFrom = <Imported extends ImportedEvent | ImportedSeries>(
  value: EventEntry | SeriesEntry,
  named: Named,
): Imported =>
  ({ sourceId: value.key, digest: fingerprint(value), input: inputOf(value, named) }) as Imported;
