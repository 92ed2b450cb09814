import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { AUDIT_TABLES, outsideOperation } from '../../platform/audit/operation.js';
import { MOVE_LOCK } from '../../platform/database/advisory-locks.js';
import { type MonthSpan, spanOfMonths } from '../../platform/database/monthly-partitions.js';
import { quoted, SAME_TEXT_EVERYWHERE } from '../../platform/database/table-copy.js';
import { isLockTimeout } from '../../platform/errors/postgres-errors.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import {
  migrationsIn,
  OBJECTS_OF_SCHOOL,
  productTables,
  type NamedObject,
} from '../backup/snapshot.repository.js';
import type { BackupTable } from '../backup/tables-of-school.js';
import { MOVE_PREFIX, moveName } from './move-name.js';

/** What a server has to be set to before a school can leave it. */
export interface LeavingFacts {
  walLevel: string;
  /** Whether the user in DATABASE_URL may change all tables and read what the server writes down. */
  isSuperuser: boolean;
  /** The same for all connections to one database, and for no other one. */
  identity: string;
}

export const FACTS = `
  select current_setting('wal_level') as "walLevel",
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    (select system_identifier from pg_control_system())::text || '/' || current_database() as identity`;

/** How often a table that is in use is asked for, and the milliseconds between. */
const TRIES = 100;
const PAUSE_MS = 100;
/** Milliseconds: everybody who comes later waits behind a change of a table. */
const GIVE_WAY_MS = 100;

/** As PostgreSQL has it in `pg_class.relreplident`. */
const IDENTITY = { default: 'd', full: 'f' } as const;

const REPLICA_IDENTITIES = `
  select distinct child.oid::regclass::text as name from pg_class c
  left join pg_inherits i on i.inhparent = c.oid join pg_class child on child.oid in (c.oid, i.inhrelid)
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[]) and child.relreplident = $2`;

/** Rows that make something happen, and which of them. */
const WAITING = [
  ['mails', `state = 'waiting'`],
  ['webhook_deliveries', `state = 'pending'`],
  ['webhooks', 'true'],
] as const;

/** Rows as they were before an import: no backup has them, and they do not move. */
const OF_IMPORTS = ['import_changes', 'import_runs'];

/** What the database makes ready for a school that leaves, and takes back. */
@Injectable()
export class LeavingSchoolRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async facts(): Promise<LeavingFacts> {
    const [facts] = await this.dataSource.query<[LeavingFacts]>(FACTS);
    return facts;
  }

  /**
   * One move of a school at a time.
   * @throws CommandRefusedError while another one is under way
   */
  alone<T>(schoolId: string, work: () => Promise<T>): Promise<T> {
    return this.within(async ({ manager }) => {
      const [lock] = await manager.query<[{ taken: boolean }]>(
        `select pg_try_advisory_xact_lock(${MOVE_LOCK}, hashtext($1::uuid::text)) as taken`,
        [schoolId],
      );
      if (lock.taken) return work();
      throw new CommandRefusedError('This school is being moved by another command. Nothing was changed.');
    });
  }

  async tables(): Promise<BackupTable[]> {
    const runner = this.dataSource.createQueryRunner();
    return productTables(runner).finally(() => runner.release());
  }

  /** Tables that are sent as they change: all that have a row of the school. */
  async sentTables(): Promise<BackupTable[]> {
    return (await this.tables()).filter(({ columns }) => columns.includes('school_id'));
  }

  async migrations(): Promise<string[]> {
    const runner = this.dataSource.createQueryRunner();
    return migrationsIn(runner).finally(() => runner.release());
  }

  /** Of the school's rows in tables that are partitioned by the month. */
  async months(schoolId: string): Promise<MonthSpan | null> {
    return await spanOfMonths(this.dataSource.manager, schoolId);
  }

  objectsOf(schoolId: string): Promise<NamedObject[]> {
    return this.dataSource.query<NamedObject[]>(OBJECTS_OF_SCHOOL, [schoolId]);
  }

  /**
   * Begins to hold what is written, for whoever subscribes. A table whose key does not name the school tells the whole row that
   * was changed, for the time of the move: by the key alone nobody could tell whose row it was.
   */
  async publish(schoolId: string, tables: BackupTable[]): Promise<void> {
    await this.identifyRows(tables, { from: 'default', to: 'full' });
    const rows = tables.map(({ name }) => `${quoted(name)} where (school_id = '${schoolId}')`);
    await this.patiently(
      `create publication ${moveName(schoolId)} for table ${rows.join(', ')}
       with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
    );
    await this.dataSource.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [
      moveName(schoolId),
    ]);
  }

  /** Takes back whatever a move has made here, as far as it came. */
  async unpublish(schoolId: string): Promise<void> {
    const name = moveName(schoolId);
    await this.dropSlot(name);
    await this.dataSource.query(`drop publication if exists ${name}`);
    const [others] = await this.dataSource.query<[{ count: number }]>(
      `select count(*)::int from pg_publication where starts_with(pubname, $1)`,
      [MOVE_PREFIX],
    );
    if (others.count > 0) return;
    await this.identifyRows(await this.sentTables(), { from: 'full', to: 'default' });
  }

  /** A place in what the server writes down, after everything that is committed by now. */
  async position(): Promise<string> {
    const [row] = await this.dataSource.query<[{ lsn: string }]>(
      `select pg_logical_emit_message(true, 'school-directory', 'move')::text as lsn`,
    );
    return row.lsn;
  }

  async isConfirmed(schoolId: string, lsn: string): Promise<boolean> {
    const [slot] = await this.dataSource.query<{ confirmed: boolean }[]>(
      'select confirmed_flush_lsn >= $2::pg_lsn as confirmed from pg_replication_slots where slot_name = $1',
      [moveName(schoolId), lsn],
    );
    return slot?.confirmed ?? false;
  }

  /** Removes what makes something happen: it is where the school is now. */
  async removeWaiting(schoolId: string): Promise<void> {
    await this.transactions.run(async (manager) => {
      for (const [table, which] of WAITING)
        await manager.query(`delete from ${table} where school_id = $1 and ${which}`, [schoolId]);
    });
  }

  /** All that there is of a school that has moved, but its trail: some tables name their school and do not refer to it. */
  async removeMoved(manager: EntityManager, schoolId: string): Promise<void> {
    const tables = (await this.sentTables()).map(({ name }) => name);
    await manager.query('delete from schools where id = $1 and moved_at is not null', [schoolId]);
    for (const name of [...tables, ...OF_IMPORTS].filter((each) => !AUDIT_TABLES.includes(each)))
      await manager.query(`delete from ${quoted(name)} where school_id = $1`, [schoolId]);
  }

  /** Takes the mark of a move back, but not that of a move to another installation. */
  async reopen(schoolId: string, identity: string): Promise<void> {
    await this.transactions.run((manager) =>
      manager.query(
        `update schools set (moved_at, moved_to) = (null, null)
         where id = $1 and moved_at is not null and moved_to = $2`,
        [schoolId, identity],
      ),
    );
  }

  /** A transaction, for what is read of the school at one moment. */
  async within<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(SAME_TEXT_EVERYWHERE);
      return await work(runner);
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }

  private async identifyRows(
    tables: BackupTable[],
    { from, to }: Record<'from' | 'to', keyof typeof IDENTITY>,
  ): Promise<void> {
    const names = tables.filter(({ key }) => !key.includes('school_id')).map(({ name }) => name);
    const wanting = await this.dataSource.query<{ name: string }[]>(REPLICA_IDENTITIES, [
      names,
      IDENTITY[from],
    ]);
    for (const { name } of wanting) await this.patiently(`alter table ${name} replica identity ${to}`);
  }

  /** A change of a table, which nobody waits for who reads or writes. */
  private async patiently(statement: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await outsideOperation(() =>
          this.transactions.run(async (manager) => {
            await manager.query(`set local lock_timeout = ${GIVE_WAY_MS}`);
            await manager.query(statement);
          }),
        );
        return;
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (tries === TRIES)
          throw new CommandRefusedError(
            'A transaction uses the tables for long, as a backup does. Nothing was changed: move the school when it has ended (pg_stat_activity shows it).',
          );
        await delay(PAUSE_MS);
      }
    }
  }

  /** Whoever still reads from it is sent away. */
  private async dropSlot(name: string): Promise<void> {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const [slot] = await this.dataSource.query<{ pid: number | null }[]>(
        'select active_pid as pid from pg_replication_slots where slot_name in ($1)',
        [name],
      );
      if (!slot) return;
      if (slot.pid === null)
        await this.dataSource.query('select pg_drop_replication_slot($1)', [name]).catch(() => undefined);
      else await this.dataSource.query('select pg_terminate_backend($1)', [slot.pid]);
      await delay(PAUSE_MS);
    }
  }
}
