import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, type DatabaseSettings } from './data-source.js';
import { JoinableDataSource } from './joint-transaction.js';
import { Replicas } from './replicas.js';
import { giveUpSilentConnections } from './silent-connections.js';
import { watchStatements, type EndedStatement } from './watched-statements.js';
import { WriteCheck } from './write-check.js';

@Global()
@Module({})
export class DatabaseModule {
  /** @param tell who hears of every statement */
  static with(
    settings: DatabaseSettings & { replicaUrls?: string[] },
    tell?: (ended: EndedStatement) => void,
  ): DynamicModule {
    const options = dataSourceOptions(settings);
    const replicas = { urls: settings.replicaUrls ?? [], poolSize: settings.poolSize };
    return {
      module: DatabaseModule,
      providers: [
        { provide: Replicas, useFactory: () => new Replicas(replicas) },
        { provide: WriteCheck, useFactory: () => new WriteCheck(settings.url) },
      ],
      exports: [Replicas, WriteCheck],
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...options, retryAttempts: 3, retryDelay: 500 }),
          dataSourceFactory: async () => {
            const dataSource = await new JoinableDataSource(options).initialize();
            if (settings.silenceMs) giveUpSilentConnections(dataSource, settings.silenceMs);
            if (tell) watchStatements(dataSource, tell);
            return dataSource;
          },
        }),
      ],
    };
  }
}
