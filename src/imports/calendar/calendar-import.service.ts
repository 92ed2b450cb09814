import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { CalendarImportTarget } from '../../features/calendar/import/calendar-import.js';
import {
  CalendarImporter,
  type SeriesImportResult,
} from '../../features/calendar/import/calendar.importer.js';
import { OccurrenceImporter } from '../../features/calendar/import/occurrence.importer.js';
import type { ImportResult } from '../../features/publishing/item.importer.js';
import { NO_PROGRESS, type ImportProgress } from '../../platform/import-report.js';
import { countInto, emptyReport, type ImportReport } from '../../platform/import-report.js';
import { SchoolImports } from '../school-imports.service.js';
import { formatOf, inputName, readInput, textIn } from '../import-input.js';
import { CalendarImportRepository } from './calendar-import.repository.js';
import type { ForeignCalendar } from './foreign-calendar.js';
import { foreignCalendar } from './ics-calendar.js';
import { IMPORT_AGAIN } from './ics-event.js';
import { readCalendar, type AddIssue } from './read-calendar.js';
import { ARCHIVE_LIMIT_OF_CALENDARS, vanishingCalendar, type Vanishing } from './vanishing-events.js';

export interface CalendarImport {
  /** `-` is standard input. */
  path: string;
  /** Short name or id. */
  school: string;
  /** Short name; whose events they are, and to whom they are addressed. */
  organization?: string | undefined;
  /** By name. */
  category?: string | undefined;
  dryRun?: boolean | undefined;
  /** Percent of a calendar's events in the file that may be cancelled; 99 unless given. */
  archiveLimitPercent?: number | undefined;
  progress?: ImportProgress;
}

/** Series between two looks at the progress. */
const CHUNK = 20;

/** Calendars of others in the iCalendar format (contract section 7, rule 11). */
@Injectable()
export class CalendarImportService {
  constructor(
    private readonly schoolImports: SchoolImports,
    private readonly destinations: CalendarImportRepository,
    private readonly calendar: CalendarImporter,
    private readonly occurrences: OccurrenceImporter,
    private readonly clock: Clock,
  ) {}

  /**
   * In one transaction. A component that is broken is reported and left out; the same file a second time changes
   * nothing; what it does not name stays.
   * @throws CommandRefusedError when the file cannot be read, or names no calendar; for an unknown organization or category
   * @throws UnknownSchoolError
   */
  async run({
    path,
    dryRun = false,
    archiveLimitPercent = ARCHIVE_LIMIT_OF_CALENDARS,
    progress = NO_PROGRESS,
    ...names
  }: CalendarImport): Promise<ImportReport> {
    const { school, to } = await this.destinations.find(names);
    const now = this.clock.now();
    const today = now.toISOString().slice(0, 10);
    const report = emptyReport(dryRun);
    const addIssue = issueAdder(report, inputName(path));
    const text = await textOf(path);
    const events = readCalendar(text, { schoolZone: school.timeZone, today, addIssue });
    const vanishing = vanishingCalendar(events, archiveLimitPercent);
    if (vanishing) {
      const message = refusal(vanishing, school.shortName, archiveLimitPercent);
      addIssue('errors', 0, 'archive_limit', message, school.shortName);
      return report;
    }
    report.schools.push({ school_id: school.id, short_name: school.shortName, name: school.name });
    await this.schoolImports.importSchool(school.id, dryRun, async (manager) => {
      const target = { manager, now, schoolZone: school.timeZone, schoolId: school.id, source: 'calendar' };
      const uids = [...new Set(events.map(({ uid }) => uid))];
      const recorded = await this.calendar.findRecorded(target, uids);
      const foreign = foreignCalendar(events, recorded, to, today);
      tell(foreign, addIssue);
      await this.store(target, foreign, { report, addIssue, progress });
    });
    for (const issues of [report.warnings, report.errors]) issues.sort((a, b) => a.line - b.line);
    return report;
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

interface Reporting {
  report: ImportReport;
  addIssue: AddIssue;
  progress: ImportProgress;
}

const issueAdder =
  (report: ImportReport, file: string): AddIssue =>
  (list, line, code, message, value) => {
    report[list].push({ file, line, code, value, message });
  };

/** The refusal of an import that would archive too much, in the form of a roster's. */
function refusal({ off, all }: Vanishing, school: string, limit: number): string {
  const needed = Math.min(100, Math.ceil((off * 100) / all));
  return `The import would archive ${off} of ${all} events of ${school}, more than ${limit}%; nothing of this school was changed. If it is right, run it again with --archive-limit ${needed}%.`;
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

async function textOf(path: string): Promise<string> {
  const bytes = await readInput(path);
  const format = formatOf(bytes);
  if (format) throw new CommandRefusedError(`The file is not a calendar, but ${format}.`);
  return textIn(bytes);
}
