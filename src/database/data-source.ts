import type { ClientBase } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { BriefClient } from './brief-client.js';
import { startConnection } from './connection-start.js';
import { ENTITIES } from './entities.js';
import { MIGRATIONS } from './migrations.js';
import { SnakeNamingStrategy } from './snake-naming-strategy.js';

export interface DatabaseSettings {
  url: string;
  /** Connections of one process. */
  poolSize: number;
  /** Milliseconds to wait for a lock; without, as the database says, which is for ever. */
  lockTimeoutMs?: number;
  /** Milliseconds to wait for any word of a database that was asked something: more than for a lock. */
  silenceMs?: number;
}

/** The one description of the database: for the application, the operator commands and the tests. */
export function dataSourceOptions({ url, poolSize, lockTimeoutMs = 0 }: DatabaseSettings): DataSourceOptions {
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
      Client: BriefClient,
      onConnect: (client: ClientBase) => startConnection(client, lockTimeoutMs),
      idleTimeoutMillis: 60_000,
    },
  };
}

export const createDataSource = (settings: DatabaseSettings): DataSource =>
  new DataSource(dataSourceOptions(settings));
