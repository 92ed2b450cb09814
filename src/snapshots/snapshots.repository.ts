import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../database/prepared-statement.js';
import type { SnapshotKind } from './snapshot-kind.js';

@Injectable()
export class SnapshotsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What the school has now, at one moment. */
  rows<Row>({ rows, parameters = [] }: SnapshotKind<Row>, schoolId: string): Promise<Row[]> {
    return queryPrepared<Row>(this.dataSource, rows, [schoolId, ...parameters]);
  }
}
