import type { DataSource } from 'typeorm';
import { isDatabaseError } from '../errors/database-faults.js';
import { COMMITS_THAT_WAIT } from './connection-watch.js';
import { createDataSource } from './data-source.js';
import { WITHOUT_STATISTICS } from './statistics.js';
import { migrationsOfNewer, migrationState, type MigrationState } from './migrate.js';

export interface DatabaseFacts extends MigrationState {
  /** 150004 is 15.4. */
  version: number;
  /** Encoding, in PostgreSQL's spelling. */
  encoding: string;
  /** True where the service's role is a superuser. */
  isSuperuser: boolean;
  /** Whether it may change entries of the audit trail; null where there is none. */
  ownsTrail: boolean | null;
  /** Whether text is ordered by ICU's rules. */
  hasIcu: boolean;
  /** Migrations that a newer version has applied. */
  newer: string[];
  /** Connections that the server, the database and the role of the service let it have, whichever is least. */
  connections: number;
  /** UTC, milliseconds since 1970. */
  clock: number;
  /** The planner's cost of a page that is read at random, relative to one read in order. */
  randomPageCost: number;
  /** Whether statements are compiled before they run. */
  jit: boolean;
  /** Whether PostgreSQL keeps its statistics itself. */
  autovacuum: boolean;
  /** Tables of more than a megabyte that it has none of. */
  withoutStatistics: string[];
  /** Names of standbys that each commit waits for, in PostgreSQL's spelling; empty: it waits for none. */
  synchronousStandbys: string;
  /** Standbys that are connected to it. */
  standbys: number;
  /** Commits that wait for a standby for longer than a second. */
  waitingCommits: number;
  /** SQLSTATE with which a write that is taken back was refused. */
  writeFault: string | null;
}

/** Whether a commit comes back: a standby that it waits for may be gone. */
export const areCommitsConfirmed = ({
  synchronousStandbys,
  standbys,
  waitingCommits,
}: Pick<DatabaseFacts, 'synchronousStandbys' | 'standbys' | 'waitingCommits'>): boolean =>
  synchronousStandbys === '' || (standbys > 0 && waitingCommits === 0);

/** @throws the driver's error when nobody can get in */
export async function databaseFacts(url: string): Promise<DatabaseFacts> {
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    const [row] = await dataSource.query<
      Omit<DatabaseFacts, keyof MigrationState | 'newer' | 'writeFault'>[]
    >(
      `select current_setting('server_version_num')::int as version,
         current_setting('server_encoding') as encoding,
         (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
         has_table_privilege(to_regclass('public.audit_entries'), 'update') as "ownsTrail",
         exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu",
         least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0),
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as connections,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
         current_setting('random_page_cost')::float8 as "randomPageCost", current_setting('jit')::boolean as jit,
         current_setting('autovacuum')::boolean as autovacuum,
         array(select name::text from (${WITHOUT_STATISTICS}) unknown) as "withoutStatistics",
         current_setting('synchronous_standby_names') as "synchronousStandbys",
         (select count(*)::int from pg_stat_replication) as standbys, (${COMMITS_THAT_WAIT}) as "waitingCommits"`,
      [1024 * 1024],
    );
    const newer = await migrationsOfNewer(dataSource);
    return { ...row!, ...(await migrationState(url)), newer, writeFault: await writeFault(dataSource) };
  } finally {
    await dataSource.destroy();
  }
}

/** One row into a table of ours where there is one, and enough pages to notice a full disk. */
async function writeFault(dataSource: DataSource): Promise<string | null> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('create temp table doctor_write as select generate_series(1, 20000) as n');
    if (await runner.hasTable('migrations'))
      await runner.query(`insert into migrations (timestamp, name) values (0, 'doctor')`);
    return null;
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    return error.code;
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}
