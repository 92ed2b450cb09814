import { AUDIT_TABLES } from '../../../src/platform/audit/operation.js';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { openPromise } from 'yauzl';
import type { AppSettings } from '../../../src/platform/config/settings.js';
import { SchoolRestoreService } from '../../../src/cli/backup/school-restore.service.js';
import { NO_PROGRESS } from '../../../src/platform/import-report.js';
import type { CommandOutcome } from '../processes/operator.js';
import { objectsIn, typesAt } from './backups.js';
import { startTestApp, testSigningKey, type TestApp } from '../test-app.js';
import { JOURNAL_TABLES } from '../../../src/platform/journal/journal-tables.js';
import { operatorServices } from '../operator-services.factory.js';

/** A service that runs, with an object store of its own, and its operator. */
export class Installation {
  private constructor(
    readonly t: TestApp,
    readonly dataDir: string,
  ) {}

  static async start(overrides: Partial<AppSettings> = {}): Promise<Installation> {
    const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-installation-'));
    mkdirSync(join(dataDir, 'objects'));
    // In one process all share what checks tokens, commands included.
    const signingKey = (process.env.AUTH_SIGNING_KEY ??= testSigningKey());
    return new Installation(await startTestApp({ dataDir, signingKey, ...overrides }), dataDir);
  }

  types(...argv: string[]): Promise<CommandOutcome> {
    return typesAt(this.t.databaseUrl, this.dataDir, argv);
  }

  /** What the command does, without its output: two of them may run at once. */
  async restoreSchool(file: string): Promise<string> {
    const services = await operatorServices(this.t.settings);
    return services
      .get(SchoolRestoreService)
      .run(file, NO_PROGRESS, { from: 'http://localhost:3000' })
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
      .finally(() => services.close());
  }

  get objects(): string[] {
    return objectsIn(this.dataDir);
  }

  pathOf(key: string): string {
    return join(this.dataDir, 'objects', key);
  }

  async close(): Promise<void> {
    await this.t.close();
    rmSync(this.dataDir, { recursive: true });
  }
}

/** What an operator says who knows where the file is from: the address that all of these installations have. */
export const FROM_THERE = ['--school', '--from', 'http://localhost:3000'];

export interface Column {
  table: string;
  name: string;
  type: string;
  ofSchool: boolean;
}

/** Of every table; a table in partitions is one. */
export const columnsOf = ({ manager }: DataSource): Promise<Column[]> =>
  manager.query<Column[]>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'school_id') as "ofSchool"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by 1, a.attnum`,
  );

/** And the addresses of feeds, which their readers know. */
const STAYING = [
  ...['revision_notes', 'school_revisions', 'calendar_subscriptions', 'menu_subscriptions', 'app_passwords'],
  'answer_links',
  ...['webhooks', 'webhook_deliveries', 'webhook_moments'],
  ...['import_changes', 'import_runs'],
];

export const tablesOfSchools = async (dataSource: DataSource): Promise<string[]> =>
  [...new Set((await columnsOf(dataSource)).filter(({ ofSchool }) => ofSchool).map(({ table }) => table))]
    // Passing: of a transaction, and what processes compare. Staying: what was done at a place.
    .filter((table) => ![...STAYING, ...AUDIT_TABLES, ...JOURNAL_TABLES].includes(table));

/** By table, each row as text, in an order of its own. */
export async function rowsOfSchool(
  dataSource: DataSource,
  schoolId: string,
  same = (text: string): string => text,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of [...(await tablesOfSchools(dataSource)), 'schools']) {
    const rows = await dataSource.query<{ row: string }[]>(
      `select to_jsonb(t)::text as row from ${table} t where ${table === 'schools' ? 'id' : 'school_id'} = $1`,
      [schoolId],
    );
    found[table] = rows.map(({ row }) => same(row)).sort();
  }
  return found;
}

/** Every entry of a backup, unpacked. */
export async function entriesOf(file: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(file, { autoClose: false });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries.set(entry.fileName, Buffer.concat(chunks));
  }
  zip.close();
  return entries;
}
