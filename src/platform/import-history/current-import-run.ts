import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';

export type ImportKind = 'oneroster' | 'content' | 'calendar' | 'menus';

/** An import that is under way: what its transactions change is stored, so that it can be put back. */
export interface CurrentImportRun {
  id: string;
  kind: ImportKind;
  /** UTC. */
  at: Date;
  /** Has the rows of people, who belong to no school. */
  schoolId: string | null;
  /** The number of the last change that the journal has been told of. */
  reportedUpTo: string;
  /** Tells the journal of what a transaction of the run has changed. */
  tell: (manager: EntityManager, run: CurrentImportRun) => Promise<void>;
}

const underWay = new AsyncLocalStorage<CurrentImportRun>();

export const inImportRun = <T>(run: CurrentImportRun, work: () => Promise<T>): Promise<T> =>
  underWay.run(run, work);

/** A run has no more row changes than this in a school, or none of them is kept: it cannot be undone. */
export const MAX_CHANGES = 500_000;

const BEGIN = `
  select set_config('school_directory.import_run', $1, true), set_config('school_directory.import_school', $2, true),
    set_config('school_directory.import_at', $3, true)`;

/** Schools of which the run has changed rows. $1: the run. */
export const SCHOOLS = `
  with recursive found as (
    (select school_id from import_changes where run_id = $1 order by school_id limit 1)
    union all
    select (select c.school_id from import_changes c where c.run_id = $1 and c.school_id > found.school_id
      order by c.school_id limit 1)
    from found where found.school_id is not null)
  select school_id from found where school_id is not null`;

const INSERT_RUN = `
  insert into import_runs (school_id, id, kind, at) select school_id, $1, $2, $3 from (${SCHOOLS}) schools
  on conflict (school_id, id) do nothing`;

/** Lets the database keep what the transaction changes, where it is of an import. */
export async function beginTracking(manager: EntityManager): Promise<void> {
  const run = underWay.getStore();
  if (run) await manager.query(BEGIN, [run.id, run.schoolId ?? '', run.at.toISOString()]);
}

/** As the last of the transaction: tells of its changes, and writes down that the run has made some. */
export async function endTracking(manager: EntityManager): Promise<void> {
  const run = underWay.getStore();
  if (!run) return;
  await run.tell(manager, run);
  await manager.query(INSERT_RUN, [run.id, run.kind, run.at]);
}
