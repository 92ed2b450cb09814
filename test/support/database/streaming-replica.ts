import {
  appendFileSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from '../../../src/dev/embedded/account.js';
import { openCluster } from '../../../src/dev/embedded/cluster.js';
import { locateThrowaway } from '../../../src/dev/embedded/cluster-location.js';
import { PostgresServer } from '../../../src/dev/embedded/postgres-server.js';

const CANCELLED_BY_REPLAY = '40001';

/** A PostgreSQL that follows the run's own by streaming replication, with every database of that. */
export class StreamingReplica {
  private constructor(
    private readonly server: PostgresServer,
    private readonly home: string,
    /** On the replica, in the database of the tests. */
    private readonly observer: pg.Client,
  ) {}

  static async start(databaseUrl: string): Promise<StreamingReplica> {
    const place = locateThrowaway();
    const data = join(place.home, 'data');
    await baseBackup(databaseUrl, data, place.account);
    const { hostname, port, username, password } = new URL(databaseUrl);
    writeFileSync(join(place.home, 'password'), password);
    appendFileSync(
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    );
    writeOwned(join(data, 'standby.signal'), '', place.account);
    const cluster = await openCluster(place, { spare: place.home, throwaway: true });
    const server = await PostgresServer.start(cluster, () => undefined);
    const observer = new pg.Client(sameDatabase(server.url, databaseUrl));
    await observer.connect();
    return new StreamingReplica(server, place.home, observer);
  }

  /** Of the copy of this database. */
  urlOf(databaseUrl: string): string {
    return sameDatabase(this.server.url, databaseUrl);
  }

  /** From now on it knows of nothing new, and says so to nobody. */
  async pause(): Promise<void> {
    await this.observer.query('select pg_wal_replay_pause()');
    while ((await this.asked('pg_get_wal_replay_pause_state()')) !== 'paused') await delay(10);
  }

  /** What is replayed then may cancel the very statement that asks for it, which has done its work. */
  async resume(): Promise<void> {
    await this.observer.query('select pg_wal_replay_resume()').catch((error: pg.DatabaseError) => {
      if (error.code !== CANCELLED_BY_REPLAY) throw error;
    });
  }

  /** Comes about when it has all that the database has by now. */
  async catchUp(database: { query<T>(sql: string): Promise<T> }): Promise<void> {
    const [{ at }] = await database.query<[{ at: string }]>('select pg_current_wal_insert_lsn()::text as at');
    while (!(await this.asked(`pg_last_wal_replay_lsn() >= '${at}'`))) await delay(10);
  }

  /** From now on it follows nobody, and takes writes. */
  async promote(): Promise<void> {
    await this.observer.query('select pg_promote()');
  }

  async stop(): Promise<void> {
    await this.observer.end();
    await this.server.stop();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  private async asked(expression: string): Promise<unknown> {
    const { rows } = await this.observer.query<{ found: unknown }>(`select ${expression} as found`);
    return rows[0]?.found;
  }
}

function sameDatabase(server: string, databaseUrl: string): string {
  const url = new URL(server);
  url.pathname = new URL(databaseUrl).pathname;
  return url.toString();
}

/** By hand, as PostgreSQL's manual has it ("Making a Base Backup Using the Low Level API"). */
async function baseBackup(databaseUrl: string, target: string, account: Account): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ source: string }>(
      `select current_setting('data_directory') as source`,
    );
    await client.query(`select pg_backup_start('replica', true)`);
    copyFolder(rows[0]!.source, target, account);
    const label = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeOwned(join(target, 'backup_label'), label.rows[0]!.labelfile, account);
  } finally {
    await client.end();
  }
}

/** Of the running server alone; what is written of pg_wal meanwhile comes by streaming. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_dynshmem\/.+|pg_stat_tmp\/.+|.*pgsql_tmp.*)$/;

function copyFolder(source: string, target: string, account: Account, below = ''): void {
  mkdirSync(target, { mode: 0o700 });
  own(target, account);
  for (const name of readdirSync(source)) {
    const path = below + name;
    if (LEFT_OUT.test(path)) continue;
    const [from, to] = [join(source, name), join(target, name)];
    // What goes while we copy is not needed.
    const stat = lstatSync(from, { throwIfNoEntry: false });
    if (!stat) continue;
    if (stat.isDirectory()) copyFolder(from, to, account, `${path}/`);
    else if (copied(from, to)) own(to, account);
  }
}

function copied(from: string, to: string): boolean {
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function writeOwned(path: string, text: string, account: Account): void {
  writeFileSync(path, text, { mode: 0o600 });
  own(path, account);
}

function own(path: string, { uid, gid, switches }: Account): void {
  if (switches) chownSync(path, uid, gid);
}
