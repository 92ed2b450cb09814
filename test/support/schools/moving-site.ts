import { rmSync } from 'node:fs';
import type { RunningPostgres } from '../../../src/dev/embedded/embedded-postgres.js';
import { moveName } from '../../../src/cli/move/move-name.js';
import type { AppSettings } from '../../../src/platform/config/settings.js';
import { startTestCluster } from '../database/test-cluster.js';
import type { CommandOutcome } from '../processes/operator.js';
import { writeEnvFile } from './backups.js';
import { Installation } from './school-moves.js';

/** A server that tells others which rows change, and copies several tables at once. */
const SETTINGS = {
  wal_level: 'logical',
  max_worker_processes: '16',
  max_logical_replication_workers: '8',
  max_sync_workers_per_subscription: '4',
  // Tables are copied one after the other by new processes: tests have many of them, and few rows.
  wal_retrieve_retry_interval: '100ms',
};

/** An installation on a database server of its own, which schools leave and come to. */
export class MovingSite {
  private constructor(
    private readonly cluster: RunningPostgres,
    readonly installation: Installation,
  ) {}

  static async start(overrides: Partial<AppSettings> = {}): Promise<MovingSite> {
    const before = process.env.TEST_POSTGRES_URL;
    const cluster = await startTestCluster(SETTINGS);
    try {
      return new MovingSite(cluster, await Installation.start({ databasePoolSize: 10, ...overrides }));
    } finally {
      process.env.TEST_POSTGRES_URL = before;
    }
  }

  get t(): Installation['t'] {
    return this.installation.t;
  }

  /** Its settings, as the operator of another installation gets them. */
  get envFile(): string {
    return writeEnvFile(this.installation.dataDir, this.t.databaseUrl, this.t.settings.signingKey ?? '');
  }

  types(...argv: string[]): Promise<CommandOutcome> {
    return this.installation.types(...argv);
  }

  /** What a move has made on this server, and not taken back. */
  async leftovers(schoolId: string): Promise<string[]> {
    const rows = await this.t.dataSource.query<{ what: string }[]>(
      `select 'slot ' || slot_name as what from pg_replication_slots
       union all select 'publication ' || pubname from pg_publication
       union all select 'database ' || datname from pg_database where datname = $1
       union all select 'replica identity of ' || relname from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relreplident <> 'd' order by 1`,
      [moveName(schoolId)],
    );
    return rows.map(({ what }) => what);
  }

  async close(): Promise<void> {
    const before = process.env.TEST_POSTGRES_URL;
    process.env.TEST_POSTGRES_URL = this.cluster.url;
    try {
      await this.installation.close();
    } finally {
      process.env.TEST_POSTGRES_URL = before;
      await this.cluster.stop();
      rmSync(this.installation.dataDir, { recursive: true, force: true });
    }
  }
}

/** Rows of the school in every table that has some, but for ids of people, which are those of each place. */
export async function rowsThere(site: MovingSite, schoolId: string): Promise<Record<string, number>> {
  const { dataSource } = site.t;
  const tables = await dataSource.query<{ name: string }[]>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await dataSource.query<[{ count: number }]>(
      `select count(*)::int from ${name} where school_id = $1`,
      [schoolId],
    );
    if (row.count > 0) counts[name] = row.count;
  }
  return counts;
}
