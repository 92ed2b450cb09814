import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { createDataSource, dataSourceOptions, type DatabaseSettings } from './data-source.js';
import { DataSource } from 'typeorm';
import { ConnectionWatch } from './connection-watch.js';
import { JoinableDataSource } from './ambient-transaction.js';
import { jobPoolOf } from './driver-pool.js';
import { closeStaleConnections, Replicas } from './replicas.js';
import { watchStatements, type EndedStatement } from './watched-statements.js';
import { WriteCheck } from './write-check.js';

async function positionOfDatabase(database: DataSource): Promise<string> {
  const [row] = await database.query<[{ lsn: string }]>('select pg_current_wal_lsn()::text as lsn');
  return row.lsn;
}

@Global()
@Module({})
export class DatabaseModule {
  /** @param tell who hears of every statement */
  static with(
    settings: DatabaseSettings & { replicaUrls?: string[]; replicaMaxLagMs?: number },
    onStatement?: (ended: EndedStatement) => void,
  ): DynamicModule {
    const watch = new ConnectionWatch(settings.url);
    const options = dataSourceOptions({ ...settings, ...(settings.silenceMs && { watch }) });
    const replicas = (): DataSource[] =>
      (settings.replicaUrls ?? []).map((url) => createDataSource({ url, poolSize: settings.poolSize }));
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: Replicas,
          inject: [DataSource],
          useFactory: (database: DataSource) =>
            new Replicas(replicas(), {
              maxLagMs: settings.replicaMaxLagMs ?? Infinity,
              position: () => positionOfDatabase(database),
            }),
        },
        { provide: ConnectionWatch, useFactory: () => watch },
        { provide: WriteCheck, useFactory: () => new WriteCheck(settings.url) },
      ],
      exports: [ConnectionWatch, Replicas, WriteCheck],
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...options, retryAttempts: 3, retryDelay: 500 }),
          dataSourceFactory: async () => {
            const dataSource = await new JoinableDataSource(options).initialize();
            const jobPool = jobPoolOf(dataSource);
            if (jobPool) jobPool.options.max = settings.jobConnections!;
            if (settings.silenceMs) closeStaleConnections(dataSource, settings.silenceMs);
            if (onStatement) watchStatements(dataSource, onStatement);
            return dataSource;
          },
        }),
      ],
    };
  }
}
