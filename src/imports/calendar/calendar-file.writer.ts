import { Injectable } from '@nestjs/common';
import type {
  CalendarImportTarget,
  ImportedEvent,
  ImportedSeries,
} from '../../features/calendar/import/calendar-import.js';
import {
  CalendarImporter,
  type SeriesImportResult,
} from '../../features/calendar/import/calendar.importer.js';
import { MissingEvents, type Removal } from '../../features/calendar/import/missing-events.service.js';
import { OccurrenceImporter } from '../../features/calendar/import/occurrence.importer.js';
import type { ImportResult } from '../../features/publishing/item.importer.js';
import { countInto, type ImportProgress, type ImportReport } from '../../platform/import-report.js';
import { compareCalendar, type Comparison, type Doubled } from './compare-calendar.js';
import type { Destination, ForeignCalendar } from './foreign-calendar.js';
import { foreignCalendar, MADE_OF_UID } from './ics-calendar.js';
import { IMPORT_AGAIN } from './ics-event.js';
import { tellDoubled, tellRemoval, tellUnnamed } from './missing-warnings.js';
import type { AddIssue, ReadCalendar } from './read-calendar.js';

/** What the operator has said of a file. */
export interface CalendarRun {
  to: Destination;
  /** YYYY-MM-DD */
  today: string;
  removesMissing: boolean;
  /** @throws to refuse the run: so many of the events that lie ahead would be gone */
  assertMayRemove: (off: number, ahead: number) => void;
}

export interface Reporting {
  report: ImportReport;
  addIssue: AddIssue;
  progress: ImportProgress;
}

/** Series between two looks at the progress. */
const CHUNK = 20;

/** Brings the calendar of a school to what a file says, inside the caller's transaction. */
@Injectable()
export class CalendarFileWriter {
  constructor(
    private readonly calendar: CalendarImporter,
    private readonly occurrences: OccurrenceImporter,
    private readonly missing: MissingEvents,
  ) {}

  async write(
    target: CalendarImportTarget,
    file: ReadCalendar,
    run: CalendarRun,
    reporting: Reporting,
  ): Promise<void> {
    const uids = [...new Set(file.events.map(({ uid }) => uid))];
    const recorded = await this.calendar.findRecorded(target, uids);
    const foreign = foreignCalendar(file.events, recorded, run.to, run.today);
    tell(foreign, reporting.addIssue);
    const ofCalendar = await this.missing.findOfCalendar(target, run.to);
    const comparison = compareCalendar(file, foreign, recorded, ofCalendar);
    const removal = await this.planRemoval(target, { file, comparison, run }, reporting);
    await this.store(target, foreign, reporting);
    if (!removal) return;
    await this.missing.remove(target, removal, (sourceId) => !comparison.cameAgain.has(sourceId));
    countRemoved(removal, reporting.report);
    tellUnnamed(await this.missing.countUnnamed(target, run.to), reporting.addIssue);
  }

  /** Doubled events go on as one; null where nothing is to be removed. */
  private async planRemoval(
    target: CalendarImportTarget,
    { file, comparison, run }: { file: ReadCalendar; comparison: Comparison; run: CalendarRun },
    { addIssue }: Reporting,
  ): Promise<Removal | null> {
    const { missing, doubled } = comparison;
    const removes = run.removesMissing && file.isPart === null;
    tellDoubled(doubled, removes, addIssue);
    if (run.removesMissing && file.isPart !== null)
      addIssue('warnings', 0, 'nothing_removed', `Nothing is removed by this file: ${file.isPart}.`, null);
    if (!removes) return null;
    const ids = doubled.map((one) => ({ ...idsOf(one), digest: digestAgain(one, file, run) }));
    await this.missing.rename(target, ids);
    const again = new Set(doubled.map(({ item }) => item.sourceId));
    const gone = missing.filter(({ sourceId }) => !again.has(sourceId)).map(({ sourceId }) => sourceId);
    const removal = await this.missing.plan(target, gone);
    run.assertMayRemove(eventsOf(removal), removal.ahead);
    tellRemoval(removal, addIssue);
    return removal;
  }

  private async store(
    target: CalendarImportTarget,
    foreign: ForeignCalendar,
    { report, addIssue, progress }: Reporting,
  ): Promise<void> {
    const { events, series, cancelled, joined, lines } = foreign;
    const titles = new Map([...events, ...series].map(({ sourceId, input }) => [sourceId, input.title]));
    const say = (kind: string, { counts, refused }: ImportResult): void => {
      countInto(report, kind, counts);
      for (const [id, error] of refused) {
        const { reason = 'not_valid', fields } = error.details;
        const title = titles.get(id) ?? id;
        const message = `"${title}" is left out: ${fields?.[0]?.message ?? error.message}. Put it right ${IMPORT_AGAIN}`;
        addIssue('errors', lines.get(id) ?? 0, reason, message, fields?.[0]?.path ?? title);
      }
    };
    // An event that became a series is no single event any more, and the other way round.
    const replaced = {
      events: [...cancelled, ...joined, ...series.map(({ sourceId }) => sourceId)],
      series: [...cancelled, ...events.map(({ sourceId }) => sourceId)],
    };
    const off = new Set(cancelled);
    const removed = await this.calendar.cancel(target, replaced, (sourceId) => off.has(sourceId));
    progress.step('events', 0, series.length);
    say('events', await this.calendar.importEvents(target, events));
    let done = 0;
    do {
      progress.step('series', done, series.length);
      const result = await this.calendar.importSeries(target, series.slice(done, done + CHUNK));
      say('series', result);
      tellSeparate(result, lines, addIssue);
      done += CHUNK;
    } while (done < series.length);
    report.archived.events = removed.events;
    report.archived.series = removed.series;
    await this.storeOccurrences(target, foreign, { report, addIssue, progress });
  }

  private async storeOccurrences(
    target: CalendarImportTarget,
    { occurrences }: ForeignCalendar,
    { report, addIssue }: Reporting,
  ): Promise<void> {
    const { updated, archived, unchanged, outdated } = await this.occurrences.import(target, occurrences);
    countInto(report, 'events', { created: 0, updated, archived, unchanged });
    for (const one of occurrences.filter((occurrence) => outdated.includes(occurrence))) {
      const message = `${one.name} is left out: a newer version of that occurrence was imported before. If this one is right, change it here.`;
      addIssue('warnings', one.line, 'older_version', message, one.originalStart);
    }
  }
}

function tell({ notes, broken }: ForeignCalendar, addIssue: AddIssue): void {
  for (const { line, code, message, value } of notes) addIssue('warnings', line, code, message, value);
  for (const { line, error } of broken) addIssue('errors', line, error.code, error.message, error.value);
}

/** Notes occurrences that came without the series before, and are not in it now. */
function tellSeparate(
  { separate }: SeriesImportResult,
  lines: Map<string, number>,
  addIssue: AddIssue,
): void {
  for (const [sourceId, occurrences] of separate)
    for (const { title, date, isGone } of occurrences) {
      const [code, became] = isGone
        ? ['occurrence_dropped', 'is no more: its series has no such date now']
        : ['occurrence_kept', 'stays as it is, though its series does not say so'];
      const message = `"${title}" of ${date}, which was changed or called off by itself before, ${became}. Look whether that is right.`;
      addIssue('warnings', lines.get(sourceId) ?? 0, code, message, date);
    }
}

const eventsOf = ({ cancelled }: Removal): number => cancelled.reduce((sum, { count }) => sum + count, 0);

function countRemoved({ cancelled }: Removal, report: ImportReport): void {
  const series = cancelled.filter(({ isSeries }) => isSeries).length;
  const counts = { created: 0, updated: 0, unchanged: 0 };
  countInto(report, 'events', { ...counts, archived: cancelled.length - series });
  countInto(report, 'series', { ...counts, archived: series });
}

const idsOf = ({ entry, item }: Doubled) => ({ formerId: item.sourceId, id: entry.sourceId });

/**
 * The digest of an entry that says under its new UID what it said under the former one: so the item is left as it is. Null
 * where it says something else.
 */
function digestAgain({ entry, item }: Doubled, { events }: ReadCalendar, run: CalendarRun): string | null {
  const [uid, former] = [entry, item].map(({ sourceId }) => sourceId.replace(MADE_OF_UID, ''));
  const alike = (one: string): boolean => one === entry.sourceId || one === uid;
  const renamed = events.filter((event) => alike(event.uid)).map((event) => ({ ...event, uid: former! }));
  const foreign = foreignCalendar(renamed, [item], run.to, run.today);
  const entries: (ImportedEvent | ImportedSeries)[] = [...foreign.events, ...foreign.series];
  const same = entries.find(({ sourceId }) => sourceId === item.sourceId);
  return same && same.digest === item.sourceDigest ? entry.digest : null;
}
