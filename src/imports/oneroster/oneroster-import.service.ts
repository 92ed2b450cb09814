import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { checkedTimeZone } from '../../features/schools/new-school.js';
import { type ImportProgress, emptyReport, type ImportReport } from '../../platform/import-report.js';
import { ImportRuns } from '../import-runs.service.js';
import { unprintableWarnings } from '../unprintable-warnings.js';
import { IssueLog } from './issue-log.js';
import { OneRosterRefusedError } from './oneroster-refused.error.js';
import { OneRosterRepository } from './apply/oneroster.repository.js';
import type { RosterData } from './parse/roster-data.js';
import { readRoster } from './parse/roster-reader.js';
import { openRosterSource, watchedSet } from './parse/folder-source.js';
import { DistrictImporter, type DistrictRun } from './apply/district-importer.js';
import { withoutTimeZone } from './apply/school-importer.js';
import type { SchoolRun } from './apply/school-run.js';
import { placesOf } from './resolve/moves.js';
import { printedNames } from './resolve/printed-names.js';
import { saysAllRelations } from './resolve/guardian-import.js';
import { planRoster, type RosterPlan, type SchoolPlan } from './resolve/roster-plan.js';
import type { StoredClass, StoredRoster } from './resolve/stored-roster.js';

export interface OneRosterImport {
  /** A folder or a zip file. */
  path: string;
  /** The name under which records are matched; default `oneroster`. */
  source?: string | undefined;
  /** IANA name, which the schools of the run have from then on; needed where one of them is new. */
  timeZone?: string | undefined;
  /** `YYYY-MM-DD`; default today in `timeZone`, without it at the schools that are there, of several days the earliest. */
  onDate?: string | undefined;
  /** True for a report alone: nothing is written. */
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
    private readonly district: DistrictImporter,
    private readonly runs: ImportRuns,
    private readonly clock: Clock,
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
    const { noRegistration = false } = options;
    const { schools, ...ofAll } = plan;
    const common = { ...ofAll, source, timeZone, archiveLimitPercent, noRegistration };
    if (timeZone === undefined) await this.assertKnown(source, schools);
    const district = districtOf(schools, common);
    if (dryRun) await this.district.rehearse(district, { report, log, progress });
    else
      await this.runs.track('oneroster', null, report, () =>
        this.district.import(district, { report, log, progress }),
      );
    log.writeTo(report);
    return report;
  }

  /** On its own, so that the rows are forgotten when the plan is made. */
  private async plan(path: string, { source, onDate, log, progress }: PlanContext): Promise<RosterPlan> {
    const data = await this.read(path, log, progress);
    await warnOfUnprintable(data, log);
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
}

async function warnOfUnprintable(data: RosterData, log: IssueLog): Promise<void> {
  for (const [file, places] of Object.entries(printedNames(data)))
    for (const { code, value, message, ...location } of await unprintableWarnings(file, places))
      log.warn(location, code, value, message);
}

type CommonToSchools = Omit<SchoolRun, 'plan' | 'isPlacedElsewhere' | 'readdressed'>;

function districtOf(schools: SchoolPlan[], common: CommonToSchools): DistrictRun {
  const places = placesOf(schools);
  const isPlacedElsewhere = (student: string, school: string): boolean =>
    places.get(student)?.some((place) => place !== school) ?? false;
  const runs = schools.map((plan) => ({ ...common, plan, isPlacedElsewhere, readdressed: [] }));
  return { source: common.source, runs, places };
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
