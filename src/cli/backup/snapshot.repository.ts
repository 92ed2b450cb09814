import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { OBJECTS_STAY_LOCK } from '../../platform/database/advisory-locks.js';
import { type MonthSpan, spanOfMonths } from '../../platform/database/monthly-partitions.js';
import { isLockTimeout, isOfAnotherVersion } from '../../platform/errors/postgres-errors.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import {
  type CopiedTable,
  copyOut,
  quoted,
  SAME_TEXT_EVERYWHERE,
} from '../../platform/database/table-copy.js';
import { extensionOf, IMAGE_TYPES } from '../../platform/images/image-type.js';
import { IS_SAVED } from '../../platform/database/unsaved-attachment.js';
import { SMALL_SIDES, SMALL_TYPE } from '../../features/photos/photo-slot.js';
import { UnknownSchoolError } from '../../features/schools/new-school.js';
import type { ArchivedSchool } from './backup-format.js';
import { assertRestorable } from './restorable.repository.js';
import { tablesOfSchool, type BackupTable } from './tables-of-school.js';

const extension = (type: string): string =>
  `case ${type} ${IMAGE_TYPES.map((known) => `when '${known}' then '${extensionOf(known)}'`).join(' ')} end`;

const smallPictures = (folder: string, owner: string, those: string): string => `
  select '${folder}/' || ${owner} || '-' || side || '.${extensionOf(SMALL_TYPE)}', true
  from ${folder.replace('-', '_')} cross join unnest(array[${SMALL_SIDES.join()}]) side
  where has_small and small_of = updated_at and ${those}`;

/** @param those SQL: which rows */
const objectsNamedBy = (those: string): string => `
  select 'student-photos/' || student_id || '.' || ${extension('content_type')} as key, true as required
  from student_photos where ${those}
  union all
  select 'parent-photos/' || membership_id || '.' || ${extension('content_type')}, true from parent_photos where ${those}
  union all ${smallPictures('student-photos', 'student_id', those)}
  union all ${smallPictures('parent-photos', 'membership_id', those)}
  union all
  select 'organization-photos/' || organization_id || '/' || id || '.' || ${extension('content_type')}, true
  from organization_photos where ${those}
  union all
  select key, ${IS_SAVED} from attachments where ${those}
  union all
  select key, unused_since is null from embedded_images where ${those}
  union all
  select 'menu-images/' || image_name, true from menu_entries where image_name is not null and ${those}
  order by 1`;

/**
 * The key of every object that a row says is there. `required` is false for what nothing uses yet, and that goes by
 * itself a day after it was uploaded.
 */
export const NAMED_OBJECTS = objectsNamedBy('true');
export const OBJECTS_OF_SCHOOL = objectsNamedBy('school_id = $1');

/**
 * Tables whose rows are good for minutes, and would be wrong when they come back: guesses that were counted, and codes that
 * were used after the backup. Revisions are raised again by the rows that come back.
 */
const PASSING = [
  'attempt_counts',
  // Backups at this location say nothing about another one.
  'backups',
  // Rows as they were before an import, people's among them: a restored database has nothing to undo.
  'import_changes',
  'import_runs',
  ...['revision_notes', 'school_revisions', 'two_step_challenges'],
];

/** Mails about accounts are as passing: that of a notification comes back with it. */
const ROWS: Record<string, string> = { mails: 'notification_id is not null' };

/** True for tables of this version that a whole backup contains. */
export const isBackedUp = (table: string): boolean => table !== 'migrations' && !PASSING.includes(table);

/**
 * Tables of these names ($1), with the columns that are not computed: anything else in the schema is not the product's. A
 * partitioned table is one table, with the rows of all partitions; other tables have their own rows alone, and not those of
 * a table that was derived from them.
 */
export const TABLES = `
  select c.relname as name, json_agg(a.attname order by a.attnum) as columns, c.relkind = 'r' as "isAlone",
    coalesce((select json_agg(k.attname order by k.attnum) from pg_index i
      join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary), '[]') as key,
    coalesce((select json_agg(distinct own.attname) from pg_constraint f
      cross join unnest(f.conkey, f.confkey) as pair(own, theirs)
      join pg_attribute own on own.attrelid = f.conrelid and own.attnum = pair.own
      join pg_attribute theirs on theirs.attrelid = f.confrelid and theirs.attnum = pair.theirs
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = to_regclass('public.users')
        and theirs.attname = 'id'), '[]') as people,
    coalesce((select json_agg(distinct other.relname) from pg_constraint f join pg_class other on other.oid = f.confrelid
      where f.contype = 'f' and f.conrelid = c.oid), '[]') as refers_to
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and c.relname = any ($1::text[]) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.oid, c.relname order by c.relname`;

/** In the order in which they can be made again; $1: names of tables. */
export const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(f.oid) as definition
  from pg_constraint f join pg_class c on c.oid = f.conrelid
  where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace and c.relname = any ($1::text[])
  order by conrelid, conname`;

/** Triggers that decide about a family who is linked now, or refuse a write: in rows that come back all of it was decided before. */
export const HIDING_TRIGGERS = `
  select tgrelid::regclass::text as table, quote_ident(tgname) as name
  from pg_trigger join pg_class c on c.oid = tgrelid
  where not tgisinternal and tgparentid = 0 and (tgname like 'hide\\_%' or tgname = 'refuse_moving_school') and c.relname = any ($1::text[])
    and c.relnamespace = 'public'::regnamespace order by 1, 2`;

/** An object that the tables name. */
export interface NamedObject {
  key: string;
  /** Whether it has to be there. */
  required: boolean;
}

/** The database, or what is in it of one school, as it was at one moment, whatever is written meanwhile. */
export interface Snapshot {
  /** Null when it is the whole database. */
  school: ArchivedSchool | null;
  tables: CopiedTable[];
  /** Applied ones, oldest first. */
  migrations: string[];
  objects: NamedObject[];
  /** Months of the rows in partitioned tables. */
  months: MonthSpan | null;
  rowsOf: (table: CopiedTable) => AsyncGenerator<Buffer>;
}

@Injectable()
export class SnapshotRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Objects that the snapshot names are not removed until the work is done, since the lock is taken before the
   * snapshot: whatever is superfluous meanwhile waits for the next sweep.
   * @param schoolId of the one that it is about
   * @throws CommandRefusedError while another backup runs, or when nothing that restores could be made of the tables
   * @throws UnknownSchoolError when the school was removed a moment ago
   */
  async within<T>(work: (snapshot: Snapshot) => Promise<T>, schoolId?: string): Promise<T> {
    const keeper = this.dataSource.createQueryRunner();
    const runner = this.dataSource.createQueryRunner();
    try {
      await archiveObjects(keeper);
      await begin(runner);
      const result = await work(await snapshotOf(runner, schoolId));
      // Had the lock been lost meanwhile, this would fail.
      await keeper.commitTransaction();
      return result;
    } finally {
      for (const each of [runner, keeper]) {
        // A rollback fails only with the connection, and its transaction has ended with it.
        if (each.isTransactionActive) await each.rollbackTransaction().catch(() => undefined);
        await each.release();
      }
    }
  }
}

/**
 * For longer than a removal that is under way may take. The lock is that of a transaction of its own: the snapshot is
 * to be taken after it, and behind a pooler nothing but a transaction holds a lock.
 */
async function archiveObjects(keeper: QueryRunner): Promise<void> {
  await keeper.startTransaction();
  try {
    await keeper.query(`set local lock_timeout = '30s'; set local idle_in_transaction_session_timeout = 0`);
    await keeper.query('select pg_advisory_xact_lock($1)', [OBJECTS_STAY_LOCK]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new CommandRefusedError('Another backup of this database is running.');
  }
}

/** No table changes its shape before the snapshot is taken, nor until the end. */
async function begin(runner: QueryRunner): Promise<void> {
  const [where] = await runner.manager.query<[{ name: string | null }]>('select current_schema() as name');
  if (where.name !== 'public')
    throw new CommandRefusedError(
      `The tables would be looked for in the schema ${where.name ?? '(none)'} and not in public: somebody has set search_path for this database or its user. Nothing was written: ALTER DATABASE … RESET search_path, and ALTER ROLE … RESET search_path, put it back.`,
    );
  const tables = await productTables(runner);
  await runner.startTransaction('REPEATABLE READ');
  await runner.query(SAME_TEXT_EVERYWHERE);
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  if (names) await runner.query(`lock table ${names}, migrations in access share mode`);
  await runner.query('set transaction read only');
}

/** Tables by the entities of this version: a column that was added to one of them is not the product's. */
export async function productTables(runner: QueryRunner): Promise<BackupTable[]> {
  const known = new Map(
    runner.dataSource.entityMetadatas.map(
      (entity) => [entity.tableName, entity.columns.map(({ databaseName }) => databaseName)] as const,
    ),
  );
  const names = [...known.keys()].filter(isBackedUp);
  const found = await runner.manager.query<BackupTable[]>(TABLES, [names]);
  return found.map((table) => ({
    ...table,
    columns: table.columns.filter((column) => known.get(table.name)!.includes(column)),
    ...(ROWS[table.name] && { where: ROWS[table.name] }),
  }));
}

async function snapshotOf(runner: QueryRunner, schoolId: string | undefined): Promise<Snapshot> {
  const { manager } = runner;
  const tables = await productTables(runner);
  await assertRestorable(
    runner,
    tables.map(({ name }) => name),
  );
  const school = schoolId === undefined ? null : await schoolIn(runner, schoolId);
  return {
    school,
    tables: school ? tablesOfSchool(tables, school.id) : tables,
    migrations: await migrationsIn(runner),
    objects: school
      ? await manager.query<NamedObject[]>(OBJECTS_OF_SCHOOL, [school.id])
      : await manager.query<NamedObject[]>(NAMED_OBJECTS),
    months: await spanOfMonths(manager, school?.id),
    rowsOf: (table) => copyOut(runner, table),
  };
}

/**
 * Objects that the rows of the transaction name; null for tables of an earlier version, which may lack a column that is read
 * here.
 */
export async function namedIn(runner: QueryRunner): Promise<NamedObject[] | null> {
  await runner.query('savepoint before_names');
  try {
    return await runner.manager.query<NamedObject[]>(NAMED_OBJECTS);
  } catch (error) {
    if (!isOfAnotherVersion(error)) throw error;
    await runner.query('rollback to savepoint before_names');
    return null;
  }
}

async function schoolIn({ manager }: QueryRunner, id: string): Promise<ArchivedSchool> {
  const found = 'select id, short_name, name from schools where id = $1';
  const [school] = await manager.query<ArchivedSchool[]>(found, [id]);
  if (!school) throw new UnknownSchoolError();
  return school;
}

/** Applied ones, oldest first. */
export async function migrationsIn({ manager }: QueryRunner): Promise<string[]> {
  const applied = await manager.query<{ name: string }[]>('select name from migrations order by id');
  return applied.map(({ name }) => name);
}
