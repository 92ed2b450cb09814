import type { QueryRunner } from 'typeorm';
import { copyOut, type CopiedTable } from '../../platform/database/table-copy.js';
import { digestsOf, type RowDigest } from './row-digests.js';

/** The rows of a school that have come, read in one transaction. */
export class ReceivedRows {
  constructor(private readonly runner: QueryRunner) {}

  digests(tables: CopiedTable[]): Promise<RowDigest[]> {
    return this.runner.manager.query(digestsOf(tables));
  }

  rowsOf(table: CopiedTable): AsyncGenerator<Buffer> {
    return copyOut(this.runner, table);
  }
}
