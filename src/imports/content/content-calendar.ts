import { Injectable } from '@nestjs/common';
import type { CalendarFeedResult, FedEvent, FedSeries } from '../../features/calendar/calendar-feed.js';
import { CalendarFeedService } from '../../features/calendar/calendar-feed.service.js';
import { countInto } from '../import-report.js';
import type { EventEntry, SeriesEntry } from './calendar.schema.js';
import type { Entry } from './check-content.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { reject, type ContentRun } from './content-run.js';
import { fingerprint } from './stored-or-given.js';

/** Ids of what the calendar refers to, by the names that a content file has for them. */
interface Named {
  categories: Map<string, string>;
  organizations: Map<string, string>;
}

type Part = 'events' | 'series';
type CalendarEntry = Entry<EventEntry | SeriesEntry>;

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
    const named = await this.findNamed(run);
    const events = await this.images.keepKnown(run, content.events, ({ key }) => key);
    const series = await this.images.keepKnown(run, content.series, ({ key }) => key);
    const feed = { manager, now, schoolZone: school.timeZone, schoolId: school.id, source: SOURCE };
    const fedEvents = fedFrom<FedEvent>(run, 'events', events, named);
    tell(run, 'events', events, await this.calendar.feedEvents(feed, fedEvents));
    const fedSeries = fedFrom<FedSeries>(run, 'series', series, named);
    tell(run, 'series', series, await this.calendar.feedSeries(feed, fedSeries));
    run.progress.step('calendar', total, total);
  }

  private async findNamed({ manager, school }: ContentRun): Promise<Named> {
    const categories = await this.repository.findCategories(manager, school.id);
    const organizations = await this.repository.findOrganizations(manager, school.id);
    return {
      categories: new Map(categories.map(({ name, id }) => [name, id])),
      organizations: new Map([...organizations].map(([shortName, { id }]) => [shortName, id])),
    };
  }
}

function fedFrom<Fed extends FedEvent | FedSeries>(
  run: ContentRun,
  part: Part,
  entries: CalendarEntry[],
  named: Named,
): Fed[] {
  return entries.flatMap(({ value, line }) => {
    const unknown = unknownReference(value, named);
    if (unknown) {
      reject(run, line, { ...unknown, message: `${part}: ${unknown.message}` });
      return [];
    }
    return [{ sourceId: value.key, digest: fingerprint(value), input: inputOf(value, named) } as Fed];
  });
}

function unknownReference(
  { category, organization, audience }: EventEntry | SeriesEntry,
  { categories, organizations }: Named,
): { code: string; value: string; message: string } | null {
  if (category && !categories.has(category))
    return { code: 'unknown_category', value: category, message: 'the school has no such category' };
  const missing = [organization, ...(audience?.organizations ?? [])].find(
    (shortName) => shortName && !organizations.has(shortName),
  );
  if (!missing) return null;
  return { code: 'unknown_organization', value: missing, message: 'the school has no such organization' };
}

/** As a request would have it. */
function inputOf(
  { key: _key, category, organization, audience, ...rest }: EventEntry | SeriesEntry,
  named: Named,
) {
  return {
    ...rest,
    ...reference('category_id', category, named.categories),
    ...reference('organization_id', organization, named.organizations),
    ...(audience !== undefined && { audience: audience && addressees(audience, named) }),
  };
}

const reference = <K extends string>(field: K, name: string | null | undefined, ids: Map<string, string>) =>
  (name === undefined ? {} : { [field]: name && ids.get(name) }) as { [F in K]?: string | null };

const addressees = (
  { organizations = [], ...audience }: NonNullable<EventEntry['audience']>,
  named: Named,
) => ({
  ...audience,
  organization_ids: organizations.map((shortName) => named.organizations.get(shortName)!),
});

function tell(
  run: ContentRun,
  part: Part,
  entries: CalendarEntry[],
  { counts, refused }: CalendarFeedResult,
) {
  countInto(run.report, part, counts);
  for (const { value, line } of entries) {
    const error = refused.get(value.key);
    if (!error) continue;
    const message = `${part}: ${error.details.fields?.[0]?.message ?? error.message}`;
    reject(run, line, { code: error.details.reason ?? 'not_valid', value: value.key, message });
  }
}
