import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { withDatabaseName } from '../../platform/config/database-address.js';
import type { DatabaseClient } from '../../platform/database/database-client.js';
import { createDataSource } from '../../platform/database/data-source.js';
import { migrate } from '../../platform/database/migrate.js';
import { makeMonthsOfBackup, type MonthSpan } from '../../platform/database/monthly-partitions.js';
import { SAME_TEXT_EVERYWHERE } from '../../platform/database/table-copy.js';
import { isMissingRight } from '../../platform/errors/postgres-errors.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { Progress } from '../backup/backup.service.js';
import { moveName } from './move-name.js';
import { withConnection } from './one-connection.js';
import { ReceivedRows } from './received-rows.repository.js';

const LOOK_EVERY_MS = 100;
/** Milliseconds for which nobody may be at the work of a subscription. */
const IDLE_MS = 60_000;

/** Two connections: one that looks, and one that reads all at one moment. */
const CONNECTIONS = 2;

const STATE = `
  select (select count(*)::int from pg_subscription_rel r where r.srsubid = s.oid) as tables,
    (select count(*)::int from pg_subscription_rel r where r.srsubid = s.oid and r.srsubstate = 'r') as ready,
    (select (apply_error_count + sync_error_count)::int from pg_stat_subscription_stats t where t.subid = s.oid) as errors,
    (select count(*)::int from pg_stat_subscription w where w.subid = s.oid and w.pid is not null) as workers
  from pg_subscription s where s.subname = $1`;

interface SubscriptionState {
  tables: number;
  /** Tables whose first copy is there. */
  ready: number;
  errors: number;
  workers: number;
}

/**
 * A database beside that of the other installation, on the same server: what comes of the school is nobody's until all of it is
 * there, and a move that fails leaves no row behind.
 */
export class ReceivingDatabase {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly serverUrl: string,
    private readonly name: string,
  ) {}

  /**
   * Makes it, with the tables of this version.
   * @param serverUrl the database of the other installation
   * @param span months of the rows that are to come
   */
  static async create(
    serverUrl: string,
    schoolId: string,
    { now, span }: { now: Date; span: MonthSpan | null },
  ): Promise<ReceivingDatabase> {
    const name = moveName(schoolId);
    await withConnection(serverUrl, (client) =>
      client.query(`create database ${name} encoding 'UTF8' template template0`),
    ).catch((error: unknown) => {
      if (isMissingRight(error)) throw missingRight();
      throw error;
    });
    const url = withDatabaseName(serverUrl, name);
    await migrate(url);
    const dataSource = await createDataSource({ url, poolSize: CONNECTIONS }).initialize();
    await makeMonthsOfBackup(dataSource.manager, now, span);
    await dataSource.query('create schema moved create table objects (key text primary key)');
    return new ReceivingDatabase(dataSource, serverUrl, name);
  }

  /** @param from address of the database that the school leaves, as this server gets there */
  async subscribe(from: string): Promise<void> {
    await withConnection(withDatabaseName(this.serverUrl, this.name), async (client) => {
      // The address holds a password: a statement that fails is written down nowhere.
      await client.query(
        `select set_config(name, value, false) from (values ('log_statement', 'none'),
           ('log_min_error_statement', 'panic'), ('log_min_duration_statement', '-1')) given(name, value)
         where current_setting('is_superuser')::boolean`,
      );
      await client.query(
        `create subscription ${this.name} connection ${client.escapeLiteral(from)} publication ${this.name}
         with (slot_name = ${this.name}, create_slot = false, synchronous_commit = 'on')`,
      );
    }).catch((error: unknown) => {
      if (isMissingRight(error)) throw missingRight();
      throw unreachable(error);
    });
  }

  /** Until each table has what was there when the move began. */
  async untilCopied(progress: Progress): Promise<void> {
    for (let idleSince = performance.now(); ; await delay(LOOK_EVERY_MS)) {
      const state = await this.state();
      progress.step('copying', state.ready, state.tables);
      if (state.tables > 0 && state.ready === state.tables) return;
      if (state.workers > 0) idleSince = performance.now();
      if (performance.now() - idleSince > IDLE_MS) throw nobodyWorks();
    }
  }

  /** @throws CommandRefusedError when what came could not be written down */
  async assertHealthy(): Promise<void> {
    await this.state();
  }

  /** What has come, as of one moment. */
  async within<T>(work: (received: ReceivedRows) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(SAME_TEXT_EVERYWHERE);
      return await work(new ReceivedRows(runner));
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }

  /** Notes an object before it is written, so that whoever gives the move up can remove it. */
  async noteObjects(keys: string[]): Promise<void> {
    await this.dataSource.query(
      'insert into moved.objects (key) select unnest($1::text[]) on conflict do nothing',
      [keys],
    );
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }

  private async state(): Promise<SubscriptionState> {
    const [state] = await this.dataSource.query<SubscriptionState[]>(STATE, [this.name]);
    if (!state || state.errors > 0) throw notTaken();
    return state;
  }
}

/**
 * Removes what a move has left at the other installation, as far as it came.
 * @returns keys of objects that it has put there
 */
export async function removeReceived(serverUrl: string, schoolId: string): Promise<string[]> {
  const name = moveName(schoolId);
  return withConnection(serverUrl, async (server) => {
    const { rowCount } = await server.query('select from pg_database where datname in ($1)', [name]);
    if (!rowCount) return [];
    const keys = await withConnection(withDatabaseName(serverUrl, name), async (client) => {
      await unsubscribe(client, name);
      // It is not there where the database was still being made.
      const { rows } = await client
        .query<{ key: string }>('select key from moved.objects')
        .catch(() => ({ rows: [] }));
      return rows.map(({ key }) => key);
    });
    await server.query(`drop database ${name} with (force)`);
    return keys;
  });
}

/** The slots at the other side go with it, unless that does not answer: then the other side removes its own. */
async function unsubscribe(client: DatabaseClient, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_subscription where subname in ($1)', [name]);
  if (!rowCount) return;
  await client.query(`alter subscription ${name} disable`);
  await client.query(`drop subscription ${name}`).catch(async () => {
    await client.query(`alter subscription ${name} set (slot_name = none)`);
    await client.query(`drop subscription ${name}`);
  });
}

const missingRight = (): Error =>
  new CommandRefusedError(
    'The user in the DATABASE_URL of the other installation may not make a database, or not subscribe to another one. Nothing was changed: name a superuser there, for this command.',
  );

const unreachable = (error: unknown): Error =>
  new CommandRefusedError(
    `The database server of the other installation does not get to this one by its DATABASE_URL (${String((error as { code?: unknown }).code)}). Nothing was changed: give an address by which both machines get there, and let pg_hba.conf let it in.`,
  );

const nobodyWorks = (): Error =>
  new CommandRefusedError(
    'The database server of the other installation copies nothing: its max_logical_replication_workers or max_worker_processes are taken, or the connection is refused. Nothing was changed: its log says which.',
  );

const notTaken = (): Error =>
  new CommandRefusedError(
    'The database server of the other installation could not write down what came. Nothing was changed: its log says why.',
  );
