import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { checkedTimeZone } from '../../features/schools/new-school.js';
import { type ImportProgress, emptyReport, type ImportReport } from '../../platform/import-report.js';
import { IssueLog } from './issue-log.js';
import { OneRosterRefusedError } from './oneroster-refused.error.js';
import { OneRosterRepository } from './apply/oneroster.repository.js';
import type { RosterData } from './parse/roster-data.js';
import { readRoster } from './parse/roster-reader.js';
import { openRosterSource, watchedSet } from './parse/folder-source.js';
import { FamilyImporter, type FamilyNews } from './apply/family-importer.js';
import { SchoolImporter, type SchoolRun, withoutTimeZone } from './apply/school-importer.js';
import { saysAllRelations } from './resolve/guardian-import.js';
import { planRoster, type RosterPlan, type SchoolPlan, eachTime } from './resolve/roster-plan.js';
import type { StoredClass, StoredRoster } from './resolve/stored-roster.js';

const RECORDS_A_STEP = 100;

/** Shows whoever waits how much of the schools has been written. */
export class WatchedImport {
  private readonly total: number;
  private done = 0;

  constructor(
    runs: SchoolRun[],
    private readonly progress: ImportProgress,
  ) {
    this.total = runs.reduce((sum, { plan }) => sum + peopleOf(plan) + enrolledOf(plan), 0);
    this.show();
  }

  /** The same run; its records are counted as they are taken. */
  watched(run: SchoolRun): SchoolRun {
    const { students, guardians, staff } = run.plan;
    const plan = {
      ...run.plan,
      students: this.counted(students),
      guardians: this.counted(guardians),
      staff: this.counted(staff),
    };
    return { ...run, plan };
  }

  /** Its classes, too, are written. */
  finished({ plan }: SchoolRun): void {
    this.done += enrolledOf(plan);
    this.show();
  }

  private counted<T>(records: Iterable<T>): Iterable<T> {
    const show = (): void => this.show();
    const next = (): number => ++this.done;
    return eachTime(function* () {
      for (const record of records) {
        if (next() % RECORDS_A_STEP === 0) show();
        yield record;
      }
    });
  }

  private show(): void {
    this.progress.step('Importing schools', Math.min(this.done, this.total), this.total);
  }
}

/** Guardians are gone through three times where the export has all of them, and twice else. */
const peopleOf = ({ given, guardianCount, replaces }: SchoolPlan): number =>
  given.students.length + given.staff.length + (replaces ? 3 : 2) * guardianCount;

const enrolledOf = ({ classes: { classes } }: SchoolPlan): number =>
  classes.reduce((sum, { roster }) => sum + (roster?.students.length ?? 0), 0);

export interface OneRosterImport {
  /** A folder or a zip file. */
  path: string;
  /** The name under which records are matched; default `oneroster`. */
  source?: string | undefined;
  /** IANA name, which the schools of the run have from then on; needed where one of them is new. */
  timeZone?: string | undefined;
  /** `YYYY-MM-DD`; default today in `timeZone`, without it at the schools that are there, of several days the earliest. */
  onDate?: string | undefined;
  /** The same report, and nothing is written. */
  dryRun: boolean;
  /** Guardians of the run's schools may register by invitation only from now on. */
  noRegistration?: boolean | undefined;
  /** A full replacement that would archive a larger share of a school's students, or unlink it and most guardians, is refused, and the other schools go on. */
  archiveLimitPercent: number;
  progress: ImportProgress;
}

/** OneRoster 1.1 and 1.2 in CSV, and School Data Sync 2.1, which is close to it. */
@Injectable()
export class OneRosterImportService {
  constructor(
    private readonly stored: OneRosterRepository,
    private readonly importer: SchoolImporter,
    private readonly clock: Clock,
    private readonly families: FamilyImporter,
  ) {}

  /**
   * One transaction a school, and nothing at all when the run is refused. A school that is refused by the archive limit is an
   * error of the report with the code `archive_limit`.
   * @throws OneRosterRefusedError
   * @throws InvalidSchoolError for a time zone that does not exist
   */
  async run(options: OneRosterImport): Promise<ImportReport> {
    const { source = 'oneroster', dryRun, archiveLimitPercent, progress } = options;
    const timeZone = options.timeZone === undefined ? undefined : checkedTimeZone(options.timeZone);
    const onDate = await this.importDate(options, source);
    const log = new IssueLog();
    const report = emptyReport(dryRun);
    const plan = await this.plan(options.path, { source, onDate, log, progress });
    if (plan.schools.length === 0) {
      log.error(
        { file: 'orgs.csv', line: 0 },
        'no_school',
        'school',
        'The export has no org of type school; nothing was imported.',
      );
    }
    const news: FamilyNews = { arrivals: [], readdressed: [] };
    const { noRegistration = false } = options;
    const { schools, ...ofAll } = plan;
    const common = { ...ofAll, source, timeZone, archiveLimitPercent, noRegistration, news };
    const isPlacedElsewhere = placedElsewhere(schools);
    const runs = schools.map((school) => ({ ...common, plan: school, isPlacedElsewhere }));
    if (timeZone === undefined) await this.assertKnown(source, schools);
    if (dryRun) await this.rehearse(runs, report, { log, progress });
    else await this.importAll(runs, report, { log, progress });
    log.writeTo(report);
    return report;
  }

  /** On its own, so that the rows are forgotten when the plan is made. */
  private async plan(path: string, { source, onDate, log, progress }: PlanContext): Promise<RosterPlan> {
    const data = await this.read(path, log, progress);
    return planRoster(data, await this.storedRoster(source, data), onDate, log);
  }

  private async importDate({ onDate, timeZone }: OneRosterImport, source: string): Promise<string> {
    const now = this.clock.now();
    const dayIn = (zone: string): string => now.toLocaleDateString('sv-SE', { timeZone: zone });
    if (onDate === undefined && timeZone !== undefined) return dayIn(timeZone);
    if (onDate === undefined) return (await this.stored.dayAtSchools(source, now)) ?? dayIn('UTC');
    if (/^\d{4}-\d{2}-\d{2}$/.test(onDate) && !Number.isNaN(Date.parse(onDate))) return onDate;
    throw new OneRosterRefusedError('invalid_option', 'The date should be of the form 2026-09-05.');
  }

  private async read(path: string, log: IssueLog, progress: ImportProgress): Promise<RosterData> {
    const set = await openRosterSource(path, log);
    try {
      return await readRoster(watchedSet(set, progress), log);
    } finally {
      set.close();
    }
  }

  /** Only an export that leaves things unsaid is read against what is stored. */
  private async storedRoster(source: string, data: RosterData): Promise<StoredRoster> {
    const schools = await this.stored.schoolsBySourceId(source);
    const saysAllClasses = data.modes.classes === 'bulk' || !saysClasses(data);
    const classes = saysAllClasses ? new Map<string, StoredClass>() : await this.stored.classesOf(source);
    const saysAll = saysAllRelations(data) && data.modes.roles !== 'delta';
    if (saysAll || data.modes.users === 'absent') return { schools, placements: [], guardians: [], classes };
    const ids = [...mentionedIds(data)];
    const placements = await this.stored.placementsOf(source, ids);
    const guardians = await this.stored.guardiansOf(source, ids);
    return { schools, placements, guardians, classes };
  }

  /** Before the first of them is written. */
  private async assertKnown(source: string, schools: SchoolPlan[]): Promise<void> {
    const known = await this.stored.schoolsBySourceId(source);
    const fresh = schools.find(({ sourceId }) => !known.has(sourceId));
    if (fresh) throw withoutTimeZone(fresh.name ?? fresh.sourceId);
  }

  private async importAll(
    runs: SchoolRun[],
    report: ImportReport,
    { log, progress }: Listeners,
  ): Promise<void> {
    const watch = new WatchedImport(runs, progress);
    const refused = new Set<string>();
    for (const run of runs) {
      const watched = watch.watched(run);
      const work = this.stored.transaction((manager) => this.importer.import(manager, watched, report, log));
      if (!(await isTaken(work, run, log))) refused.add(run.plan.sourceId);
      watch.finished(run);
    }
    if (runs[0]) await this.tellOtherSchools(runs[0], { runs, refused, report });
  }

  /** Who came to a school has left the one before, also where the export does not speak of it; and so has an old address. */
  private async tellOtherSchools(
    { source, news, unclear }: SchoolRun,
    { runs, refused, report }: { runs: SchoolRun[]; refused: Set<string>; report: ImportReport },
  ): Promise<void> {
    const ids = new Map(
      [...(await this.stored.schoolsBySourceId(source))].map(([sourceId, { id }]) => [id, sourceId]),
    );
    const given = new Map(runs.map(({ plan }) => [plan.sourceId, new Set(plan.given.students)]));
    const left = news.arrivals.filter(({ sourceId, fromSchoolId, isThere }) => {
      const school = ids.get(fromSchoolId) ?? '';
      return isThere && !refused.has(school) && !given.get(school)?.has(sourceId) && !unclear.has(sourceId);
    });
    for (const [schoolId, students] of Map.groupBy(left, ({ fromSchoolId }) => fromSchoolId)) {
      const sourceIds = students.map(({ sourceId }) => sourceId);
      await this.stored.transaction((manager) =>
        this.families.archiveMoved(manager, { schoolId, source }, sourceIds, report),
      );
    }
    await this.families.endStaleLinks(source, news.readdressed);
  }

  /** All schools in one transaction, which is undone: so that even short names come out as they would. */
  private async rehearse(
    runs: SchoolRun[],
    report: ImportReport,
    { log, progress }: Listeners,
  ): Promise<void> {
    const watch = new WatchedImport(runs, progress);
    const rehearsed = new Error('rehearsed');
    const work = async (manager: EntityManager): Promise<never> => {
      for (const run of runs) {
        await isTaken(this.importer.import(manager, watch.watched(run), report, log), run, log);
        watch.finished(run);
      }
      throw rehearsed;
    };
    await this.stored.transaction(work).catch((error: unknown) => {
      if (error !== rehearsed) throw error;
    });
  }
}

/** A school that is refused does not stop the others; whoever runs it is told how to allow it. */
async function isTaken(work: Promise<void>, { plan }: SchoolRun, log: IssueLog): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof OneRosterRefusedError) || error.code !== 'archive_limit') throw error;
    log.error({ file: 'users.csv', line: 0 }, error.code, plan.name ?? plan.sourceId, error.message);
    return false;
  }
}

function placedElsewhere(schools: SchoolPlan[]): SchoolRun['isPlacedElsewhere'] {
  const places = new Map<string, string[]>();
  for (const { sourceId, given } of schools)
    for (const student of given.students) places.set(student, [...(places.get(student) ?? []), sourceId]);
  return (student, school) => places.get(student)?.some((place) => place !== school) ?? false;
}

interface Listeners {
  log: IssueLog;
  progress: ImportProgress;
}

interface PlanContext extends Listeners {
  source: string;
  onDate: string;
}

const saysClasses = ({ modes }: RosterData): boolean =>
  modes.classes !== 'absent' || modes.enrollments !== 'absent';

function mentionedIds(data: RosterData): Set<string> {
  const ids = new Set([...data.users.keys(), ...data.roles.keys(), ...data.unreadUserIds]);
  for (const user of data.users.values()) for (const id of user.agentIds) ids.add(id);
  for (const { userId, otherId } of data.relationships) ids.add(userId).add(otherId);
  return ids;
}
