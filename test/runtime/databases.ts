import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { poll } from '../../src/dev/embedded/postmaster.js';
import { identityOf, listProcesses } from '../../src/dev/embedded/processes.js';
import { killOwners } from './owner-process.js';

/** Gives each test a DATA_DIR that is not there yet, and leaves no process or folder behind. */
export function dataDirs(): (name?: string) => string {
  let base: string;
  let count = 0;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'school-directory-spec-')));
    chmodSync(base, 0o755);
  });
  afterEach(killOwners);
  afterAll(async () => {
    await poll(() => (serversIn(base).length === 0 ? true : undefined), 20_000);
    rmSync(base, { recursive: true, force: true });
  });
  return (name = 'data') => join(base, `${name}-${(count += 1)}`);
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function clusterFolder(url: string): Promise<string> {
  const [row] = (await query(url, 'show data_directory')) as { data_directory: string }[];
  return join(row!.data_directory, '..');
}

/** Process ids of the postmasters whose data lies below a folder. */
export function serversIn(folder: string): number[] {
  const arguments_ = `/bin/postgres -D ${folder}/`;
  return listProcesses()
    .filter(({ command }) => command.includes(arguments_) && !command.startsWith('/bin/sh'))
    .map(({ pid }) => pid);
}

export async function ended(pid: number): Promise<void> {
  expect(await poll(() => (identityOf(pid) === null ? true : undefined), 20_000)).toBe(true);
}
