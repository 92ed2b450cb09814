import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dropMonthsBefore, removeRowsUntil } from '../../platform/database/monthly-partitions.js';
import type { Period } from '../../platform/database/retention.js';

/** Names of tables and columns come from `platform/database/retention.ts` alone. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns how many went, at most `limit` */
  async removeBatch(table: string, period: Period, moment: Date, limit: number): Promise<number> {
    const { since, inMilliseconds, where, clears = [] } = period;
    const conditions = [
      `${since} <= $1`,
      ...(where ? [where] : []),
      ...(clears.length > 0 ? [`num_nonnulls(${clears.join(', ')}) > 0`] : []),
    ];
    const over = `select ctid from ${table} where ${conditions.join(' and ')} order by ${since} limit ${limit} for update skip locked`;
    const end =
      clears.length > 0
        ? `update ${table} set ${clears.map((column) => `${column} = null`).join(', ')}`
        : `delete from ${table}`;
    const [, removed] = await this.dataSource.query<[unknown, number]>(
      `${end} where ctid = any (array(${over}))`,
      [inMilliseconds ? moment.getTime() : moment],
    );
    return removed;
  }

  /**
   * Removes entries of the audit trail by its function: only the owner of the table may remove any.
   * @returns how many went, at most `limit`
   */
  async removeEntries(moment: Date, limit: number): Promise<number> {
    const [{ removed }] = await this.dataSource.query<[{ removed: number }]>(
      'select audit_expire($1, $2) as removed',
      [moment, limit],
    );
    return removed;
  }

  /** Whole months, and of what was there before there were months at most `limit`. */
  async removeMonths(table: string, { since }: Period, moment: Date, limit: number): Promise<number> {
    const { manager } = this.dataSource;
    const month = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()));
    const [{ rows }] = await manager.query<[{ rows: number }]>(
      `select count(*)::int as rows from ${table} where ${since} < $1`,
      [month],
    );
    const dropped = await dropMonthsBefore(manager, table, moment);
    // Rows from before the table had monthly partitions are removed by their age.
    const old = await removeRowsUntil(manager, { table, column: since }, month, limit);
    return dropped.length > 0 ? rows : old;
  }
}
