import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { CalendarImportTarget } from '../../features/calendar/calendar-import.js';
import { CalendarImporter } from '../../features/calendar/calendar.importer.js';
import type { ImportResult } from '../../features/publishing/item.importer.js';
import { NO_PROGRESS, type ImportProgress } from '../../platform/import-report.js';
import { countInto, emptyReport, NOTHING_FOUND, type ImportReport } from '../../platform/import-report.js';
import { SchoolTransaction } from '../school-transaction.service.js';
import { formatOf, inputName, readInput, textIn } from '../import-input.js';
import { CalendarImportRepository } from './calendar-import.repository.js';
import { foreignCalendar, type ForeignCalendar } from './ics-calendar.js';
import { icsComponents } from './ics-components.js';
import { IMPORT_AGAIN, readEvent, type IcsEvent } from './ics-event.js';
import { BrokenComponentError } from './ics-times.js';
import { IcsZones } from './ics-zones.js';

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
  progress?: ImportProgress;
}

/** Series between two looks at the progress. */
const CHUNK = 20;

/** Calendars of others in the iCalendar format (contract section 7, rule 11). */
@Injectable()
export class CalendarImportService {
  constructor(
    private readonly transactions: SchoolTransaction,
    private readonly destinations: CalendarImportRepository,
    private readonly calendar: CalendarImporter,
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
    progress = NO_PROGRESS,
    ...names
  }: CalendarImport): Promise<ImportReport> {
    const { school, to } = await this.destinations.find(names);
    const now = this.clock.now();
    const today = now.toISOString().slice(0, 10);
    const report = emptyReport(dryRun);
    report.schools.push({ school_id: school.id, short_name: school.shortName, name: school.name });
    const addIssue = issueAdder(report, inputName(path));
    const text = await textOf(path);
    const foreign = foreignCalendar(readEvents(text, school.timeZone, today, addIssue), to, today);
    for (const { line, code, message, value } of foreign.notes)
      addIssue('warnings', line, code, message, value);
    for (const { line, error } of foreign.broken)
      addIssue('errors', line, error.code, error.message, error.value);
    await this.transactions.run(school.id, dryRun, async (manager) => {
      const target = { manager, now, schoolZone: school.timeZone, schoolId: school.id, source: 'calendar' };
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
    // What became a series is no single event any more, and the other way round.
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
      say('series', await this.calendar.importSeries(target, series.slice(done, done + CHUNK)));
      done += CHUNK;
    } while (done < series.length);
    report.archived.events = removed.events;
    report.archived.series = removed.series;
  }
}

type AddIssue = (
  list: 'warnings' | 'errors',
  line: number,
  code: string,
  message: string,
  value: string | null,
) => void;

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

function readEvents(text: string, schoolZone: string, today: string, addIssue: AddIssue): IcsEvent[] {
  const file = icsComponents(text);
  if (file.components.length === 0 && !/BEGIN:/i.test(text))
    throw new CommandRefusedError('The file is not a calendar.');
  const zones = new IcsZones(file, schoolZone, today);
  const { unknownZone } = zones;
  if (unknownZone) {
    const message = `The time zone of the calendar is not known: times without one are read as those of ${zones.floating.zone}. Look whether they are right.`;
    addIssue('warnings', unknownZone.line, 'unknown_time_zone', message, unknownZone.value);
  }
  const components = file.components.filter(({ name }) => name === 'VEVENT');
  if (components.length === 0) {
    const message = 'The file has no event: export the calendar once more, with its events.';
    addIssue('warnings', 0, NOTHING_FOUND, message, 'VEVENT');
  }
  const isOff = file.properties.some(
    ({ name, value }) => name === 'METHOD' && /^cancel$/i.test(value.trim()),
  );
  return components.flatMap((component) => {
    try {
      const event = readEvent(component, zones);
      return [isOff ? { ...event, status: 'cancelled' } : event];
    } catch (error) {
      if (!(error instanceof BrokenComponentError)) throw error;
      addIssue('errors', component.line, error.code, error.message, error.value);
      return [];
    }
  });
}

async function textOf(path: string): Promise<string> {
  const bytes = await readInput(path);
  const format = formatOf(bytes);
  if (format) throw new CommandRefusedError(`The file is not a calendar, but ${format}.`);
  return textIn(bytes);
}
