import { DataSource, type DataSourceOptions } from 'typeorm';
import { ENTITIES } from './entities.js';
import { MIGRATIONS } from './migrations.js';
import { SnakeNamingStrategy } from './snake-naming-strategy.js';

export interface DatabaseSettings {
  url: string;
  /** Connections of one process. */
  poolSize: number;
  /** Of the service, which owes somebody an answer; an operator command waits as long as it takes. */
  patience?: Patience;
}

/** Milliseconds. */
export interface Patience {
  /** For a lock that somebody else holds. */
  lockMs: number;
  /** For any word of a database that was asked something: more than for a lock. */
  silenceMs: number;
}

/** The one description of the database: for the application, the operator commands and the tests. */
export function dataSourceOptions({ url, poolSize, patience }: DatabaseSettings): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    poolSize,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    applicationName: 'school-directory',
    synchronize: false,
    logging: false,
    connectTimeoutMS: 5_000,
    extra: {
      options: `-c TimeZone=UTC -c lock_timeout=${patience?.lockMs ?? 0}`,
      idleTimeoutMillis: 60_000,
    },
  };
}

export const createDataSource = (settings: DatabaseSettings): DataSource =>
  new DataSource(dataSourceOptions(settings));
