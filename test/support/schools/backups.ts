import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { AUDIT_TABLES } from '../../../src/platform/audit/operation.js';
import { startAppWithDemo } from '../database/demo-template.js';
import { types, type CommandOutcome } from '../processes/operator.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { testSigningKey, type TestApp } from '../test-app.js';

/** The demo school as a service that runs, with every kind of row and object that it has. */
export async function aFullInstallation(): Promise<{ t: TestApp; dataDir: string; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-backup-'));
  const t = await startAppWithDemo(dataDir);
  const close = async (): Promise<void> => {
    await t.close();
    rmSync(dataDir, { recursive: true });
  };
  return { t, dataDir, close };
}

/** A machine to restore to: a migrated database without rows, and a folder. */
export class EmptySlot {
  private constructor(
    readonly database: TestDatabase,
    readonly dataDir: string,
  ) {}

  static async make(): Promise<EmptySlot> {
    return new EmptySlot(
      await createTestDatabase(),
      mkdtempSync(join(tmpdir(), 'school-directory-restore-')),
    );
  }

  types(...argv: string[]): Promise<CommandOutcome> {
    return this.typesWith(undefined, ...argv);
  }

  typesWith(stdin: string | undefined, ...argv: string[]): Promise<CommandOutcome> {
    return typesAt(this.database.url, this.dataDir, argv, stdin);
  }

  /** Its settings, as the operator of another installation gets them. */
  get envFile(): string {
    return writeEnvFile(this.dataDir, this.database.url);
  }

  async remove(): Promise<void> {
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true });
  }
}

/** @param key that signs there, by itself the one that all of these share */
export function writeEnvFile(
  dataDir: string,
  databaseUrl: string,
  key = (process.env.AUTH_SIGNING_KEY ??= testSigningKey()),
): string {
  const path = join(dataDir, 'installation.env');
  const lines = [`DATABASE_URL=${databaseUrl}`, `DATA_DIR=${dataDir}`, `AUTH_SIGNING_KEY="${key}"`];
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
}

export function typesAt(
  databaseUrl: string,
  dataDir: string,
  argv: string[],
  stdin?: string,
): Promise<CommandOutcome> {
  const AUTH_SIGNING_KEY = (process.env.AUTH_SIGNING_KEY ??= testSigningKey());
  Object.assign(process.env, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, AUTH_SIGNING_KEY });
  return types(argv, stdin);
}

/** Keys of everything that the store below this folder holds. */
export function objectsIn(dataDir: string): string[] {
  const objects = join(dataDir, 'objects');
  mkdirSync(objects, { recursive: true });
  return readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(objects.length + 1))
    .sort();
}

/** One checksum a table over its rows as text, whatever order they lie in. */
export async function checksums(
  { manager }: DataSource,
  only: Record<string, string> = {},
): Promise<Record<string, string>> {
  const tables = await manager.query<{ name: string }[]>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !AUDIT_TABLES.includes(table.name))) {
    const [row] = await manager.query<{ sum: string }[]>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as sum
       from ${name} t where ${only[name] ?? 'true'}`,
    );
    found[name] = row!.sum;
  }
  return found;
}
