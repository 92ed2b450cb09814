import type { QueryRunner } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import { SCHOOL_WRITES_LOCK } from '../../platform/database/advisory-locks.js';
import { copyOut, type CopiedTable } from '../../platform/database/table-copy.js';
import { isLockTimeout } from '../../platform/errors/postgres-errors.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { digestsOf, type RowDigest } from './row-digests.js';

/** Milliseconds for which writes under way may go on. New ones are refused meanwhile. */
const CLOSE_WITHIN_MS = 4_000;

const CLOSE = `select pg_advisory_xact_lock(${SCHOOL_WRITES_LOCK}, hashtext($1::uuid::text) & 1023)`;

/** A school that nobody writes to until the transaction ends, whose end may be that of the connection. */
export class ClosedSchool {
  private constructor(
    private readonly runner: QueryRunner,
    readonly id: string,
  ) {}

  /** @throws CommandRefusedError when a write takes too long */
  static async close(runner: QueryRunner, id: string): Promise<ClosedSchool> {
    await runner.query(`set local lock_timeout = ${CLOSE_WITHIN_MS}`);
    await runner.query(CLOSE, [id]).catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error;
      throw new CommandRefusedError(
        'Somebody writes to the school for longer than it may be closed, as an import does. Nothing was changed: move it when that has ended.',
      );
    });
    return new ClosedSchool(runner, id);
  }

  digests(tables: CopiedTable[]): Promise<RowDigest[]> {
    return this.runner.manager.query(digestsOf(tables));
  }

  rowsOf(table: CopiedTable): AsyncGenerator<Buffer> {
    return copyOut(this.runner, table);
  }

  query<Row>(statement: string, parameters: unknown[]): Promise<Row[]> {
    return this.runner.manager.query<Row[]>(statement, parameters);
  }

  /** From now on it stays closed, whatever becomes of this process. */
  async leave(to: string, now: Date): Promise<void> {
    const { manager } = this.runner;
    const mark = 'update schools set (moved_at, moved_to) = ($2, $3) where id = $1';
    await manager.query(mark, [this.id, now, to]);
    auditSchools([this.id]);
    await this.runner.commitTransaction();
  }
}
