import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ImportChange } from './import-change.entity.js';
import { ImportRun } from './import-run.entity.js';

/** A run in one of its schools. */
export interface StoredRun extends ImportRun {
  /** Null where the school is no longer there. */
  shortName: string | null;
  name: string | null;
}

interface FinishedRun {
  shortName: string;
  tooLarge: boolean;
}

/** $1: the run, $2: the most changes of a school that are kept. */
const COUNT = `
  update import_runs r set counts = coalesce(counted.by_table, '{}'), too_large = coalesce(counted.n, 0) > $2::bigint
  from (
    select school_id, sum(n) as n, jsonb_object_agg(table_name, jsonb_build_object(
      'created', created, 'changed', n - created - removed, 'removed', removed)) as by_table
    from (
      select school_id, table_name, count(*) as n, count(*) filter (where before is null) as created,
        count(*) filter (where after is null) as removed
      from import_changes where run_id = $1 group by school_id, table_name) each_table
    group by school_id) counted
  where r.id = $1 and r.school_id = counted.school_id`;

const FORGET = `
  delete from import_changes c using import_runs r
  where c.run_id = $1 and r.id = $1 and r.school_id = c.school_id and r.too_large`;

const FINISHED = `
  select coalesce(s.short_name, r.school_id::text) as "shortName", r.too_large as "tooLarge"
  from import_runs r left join schools s on s.id = r.school_id where r.id = $1 order by s.short_name`;

const RUN = `
  r.id, r.school_id as "schoolId", r.kind, r.at, r.counts, r.too_large as "tooLarge", r.undone_at as "undoneAt",
  s.short_name as "shortName", s.name`;

const FIND = `
  select ${RUN} from import_runs r left join schools s on s.id = r.school_id where r.id = $1 order by s.short_name, r.school_id`;

const OF_SCHOOL = `
  select ${RUN} from import_runs r join schools s on s.id = r.school_id where r.school_id = $1
  order by r.at desc, r.id`;

@Injectable()
export class ImportRunsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts what was kept, and forgets what is too much. */
  async finish(manager: EntityManager, runId: string, most: number): Promise<FinishedRun[]> {
    await manager.query(COUNT, [runId, most]);
    await manager.query(FORGET, [runId]);
    const finished = await manager.query<FinishedRun[]>(FINISHED, [runId]);
    return finished;
  }

  /** The run in each of its schools. */
  async find(runId: string, manager: EntityManager = this.dataSource.manager): Promise<StoredRun[]> {
    const found = await manager.query<StoredRun[]>(FIND, [runId]);
    return found;
  }

  /** Newest first. */
  findOfSchool(schoolId: string): Promise<StoredRun[]> {
    return this.dataSource.query(OF_SCHOOL, [schoolId]);
  }

  /** The run in this school; locked until the transaction ends. */
  async lock(manager: EntityManager, { id, schoolId }: StoredRun): Promise<StoredRun[]> {
    const runs = manager.getRepository(ImportRun);
    await runs.findOne({ where: { schoolId, id }, lock: { mode: 'pessimistic_write' } });
    return (await this.find(id, manager)).filter((run) => run.schoolId === schoolId);
  }

  /** What is stored of it goes: it says what people were called before. */
  async end(manager: EntityManager, { id, schoolId }: StoredRun, now: Date): Promise<void> {
    await manager.getRepository(ImportRun).update({ schoolId, id }, { undoneAt: now });
    await manager.getRepository(ImportChange).delete({ schoolId, runId: id });
  }
}
