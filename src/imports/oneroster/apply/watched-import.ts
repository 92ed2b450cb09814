import type { ImportProgress } from '../../../platform/import-report.js';
import { eachTime, type SchoolPlan } from '../resolve/roster-plan.js';
import type { SchoolRun } from './school-run.js';

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

  /** The run with records that are counted as they are read. */
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

/** Guardians are gone through twice. */
const peopleOf = ({ given, guardianCount }: SchoolPlan): number =>
  given.students.length + given.staff.length + 2 * guardianCount;

const enrolledOf = ({ classes: { classes } }: SchoolPlan): number =>
  classes.reduce((sum, { roster }) => sum + (roster?.students.length ?? 0), 0);
