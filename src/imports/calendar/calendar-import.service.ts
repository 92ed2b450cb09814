import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { CalendarImportTarget } from '../../features/calendar/calendar-import.js';
import { CalendarImporter } from '../../features/calendar/calendar.importer.js';
import type { ImportResult } from '../../features/publishing/item.importer.js';
import { NO_PROGRESS, type ImportProgress } from '../../platform/import-report.js';
import { countInto, emptyReport, type ImportReport } from '../../platform/import-report.js';
import { SchoolTransaction } from '../school-transaction.service.js';
import { CalendarDestinationService } from './calendar-destination.service.js';
import { foreignCalendar, type ForeignCalendar } from './ics-calendar.js';
import { icsComponents } from './ics-components.js';
import { readEvent, type IcsEvent } from './ics-event.js';
import type { SeriesNote } from './ics-series.js';
import { BrokenComponentError } from './ics-times.js';
import { IcsZones } from './ics-zones.js';

export interface CalendarImport {
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

const NOTES: Record<SeriesNote, string> = {
  series_cut: 'the series has no end, or one too far away: it is kept for three years from now',
  exception_rule_dropped: 'EXRULE is not kept',
  range_dropped: 'RANGE=THISANDFUTURE is not kept: the change is of this occurrence alone',
  rule_dropped: 'the rule has no occurrence: only single dates are kept',
};

/** Series between two looks at the progress. */
const CHUNK = 20;

/** Calendars of others in the iCalendar format (contract section 7, rule 11). */
@Injectable()
export class CalendarImportService {
  constructor(
    private readonly transactions: SchoolTransaction,
    private readonly destinations: CalendarDestinationService,
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
    const addIssue = issueAdder(report, basename(path));
    const foreign = foreignCalendar(readEvents(await textOf(path), school.timeZone, addIssue), to, today);
    for (const { line, code } of foreign.notes) addIssue('warnings', line, code, NOTES[code]);
    for (const { line, error } of foreign.broken)
      addIssue('errors', line, error.code, error.message, error.value);
    await this.transactions.run(school.id, dryRun, async (manager) => {
      const target = { manager, now, schoolZone: school.timeZone, schoolId: school.id, source: 'calendar' };
      await this.store(target, foreign, { report, addIssue, progress });
    });
    report.errors.sort((a, b) => a.line - b.line);
    return report;
  }

  private async store(
    target: CalendarImportTarget,
    foreign: ForeignCalendar,
    { report, addIssue, progress }: Reporting,
  ): Promise<void> {
    const { events, series, cancelled, joined, lines } = foreign;
    const say = (kind: string, { counts, refused }: ImportResult): void => {
      countInto(report, kind, counts);
      for (const [id, error] of refused)
        addIssue(
          'errors',
          lines.get(id) ?? 0,
          error.details.reason ?? 'not_valid',
          error.details.fields?.[0]?.message ?? error.message,
        );
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
  value?: string,
) => void;

interface Reporting {
  report: ImportReport;
  addIssue: AddIssue;
  progress: ImportProgress;
}

const issueAdder =
  (report: ImportReport, file: string): AddIssue =>
  (list, line, code, message, value = '') => {
    report[list].push({ file, line, code, value, message });
  };

function readEvents(text: string, schoolZone: string, addIssue: AddIssue): IcsEvent[] {
  const file = icsComponents(text);
  if (file.components.length === 0 && !/BEGIN:/i.test(text))
    throw new CommandRefusedError('The file is not a calendar.');
  const zones = new IcsZones(file, schoolZone);
  const events = file.components.flatMap((component) => {
    if (component.name !== 'VEVENT') return [];
    try {
      return [readEvent(component, zones)];
    } catch (error) {
      if (!(error instanceof BrokenComponentError)) throw error;
      addIssue('errors', component.line, error.code, error.message, error.value);
      return [];
    }
  });
  for (const { line, code, message, value } of zones.notes) addIssue('warnings', line, code, message, value);
  return events;
}

/** UTF-8, else the letters of western Windows. */
async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefusedError(
      error.code === 'ENOENT' ? 'There is no such file.' : 'The file cannot be read.',
    );
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
