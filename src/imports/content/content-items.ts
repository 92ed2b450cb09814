import { Injectable } from '@nestjs/common';
import { type ImportedMenu, MenuImporter } from '../../features/menus/menu.importer.js';
import { countInto } from '../../platform/import-report.js';
import type { ContentRun } from './content-run.js';
import type { MenuEntryInput } from './publication.schema.js';
import type { ImportedEvent, ImportedSeries } from '../../features/calendar/calendar-import.js';
import { CalendarImporter } from '../../features/calendar/calendar.importer.js';
import type { EventEntry, SeriesEntry } from './calendar.schema.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, reportResults, type Named } from './content-references.js';
import { fingerprint } from './content-students.js';
import { ContentPublications, ContentSlips } from './content-publications.js';
import { ContentOrganizations } from './content-organizations.js';
import { ContentPeople } from './content-people.js';
import { ContentSchool } from './content-school.js';

@Injectable()
export class ContentMenus {
  constructor(private readonly menus: MenuImporter) {}

  async import({ manager, school, content, report }: ContentRun): Promise<void> {
    const imported = content.menus.map(({ value }) => toImportedMenu(value));
    countInto(report, 'menus', await this.menus.importMenus(manager, school.id, imported));
  }
}

const toImportedMenu = ({
  date,
  meal_type,
  items,
  allergens,
  dietary_tags,
}: MenuEntryInput): ImportedMenu => ({
  date,
  mealType: meal_type,
  items,
  allergens: allergens === null ? [] : allergens,
  dietaryTags: dietary_tags === null ? [] : dietary_tags,
});

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

/** What is addressed to people, and refers to everything else. */
@Injectable()
export class ContentItems {
  constructor(
    private readonly calendar: ContentCalendar,
    private readonly publications: ContentPublications,
    private readonly slips: ContentSlips,
  ) {}

  async import(run: ContentRun): Promise<void> {
    await this.calendar.import(run);
    await this.publications.import(run);
    await this.slips.import(run);
  }
}

/** The parts of a content file, each after those that it refers to. */
@Injectable()
export class ContentParts {
  constructor(
    private readonly school: ContentSchool,
    private readonly people: ContentPeople,
    private readonly menus: ContentMenus,
    private readonly organizations: ContentOrganizations,
    private readonly items: ContentItems,
  ) {}

  async import(run: ContentRun): Promise<void> {
    await this.school.takeDetails(run);
    await this.school.takeCategories(run);
    await this.people.import(run);
    await this.menus.import(run);
    await this.organizations.import(run);
    await this.items.import(run);
  }
}
