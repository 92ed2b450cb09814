import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, type DatabaseSettings } from './data-source.js';

@Module({})
export class DatabaseModule {
  static with(settings: DatabaseSettings): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...dataSourceOptions(settings), retryAttempts: 3, retryDelay: 500 })],
    };
  }
}
