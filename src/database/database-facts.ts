import { createDataSource } from './data-source.js';
import { migrationState, type MigrationState } from './migrate.js';

export interface DatabaseFacts extends MigrationState {
  /** 150004 is 15.4. */
  version: number;
  /** Whether text is ordered by ICU's rules. */
  hasIcu: boolean;
  /** Connections that are there for anyone at all. */
  connections: number;
  /** UTC, milliseconds since 1970. */
  clock: number;
}

/** @throws the driver's error when nobody can get in */
export async function databaseFacts(url: string): Promise<DatabaseFacts> {
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    const [row] = await dataSource.query<Omit<DatabaseFacts, keyof MigrationState>[]>(
      `select current_setting('server_version_num')::int as version,
         exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu",
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as clock`,
    );
    return { ...row!, ...(await migrationState(url)) };
  } finally {
    await dataSource.destroy();
  }
}
