import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, type DatabaseSettings } from './data-source.js';
import { JoinableDataSource } from './joint-transaction.js';

@Module({})
export class DatabaseModule {
  static with(settings: DatabaseSettings): DynamicModule {
    const options = dataSourceOptions(settings);
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...options, retryAttempts: 3, retryDelay: 500 }),
          dataSourceFactory: () => Promise.resolve(new JoinableDataSource(options)),
        }),
      ],
    };
  }
}
