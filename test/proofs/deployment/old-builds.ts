import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MIGRATIONS } from '../../../src/platform/database/migrations.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface OldVersion {
  commit: string;
  /** Those that it knows, by name. */
  migrations: string[];
  /** The oldest one that it does not know. */
  before: string;
}

/**
 * The states of the project before each of its newest migrations, newest first, as its history has them; none where there
 * is no history.
 * @param count how many at most
 */
export function oldVersions(count: number): OldVersion[] {
  const added = git('log', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '--', 'migrations');
  const commits = ['HEAD', ...new Set(added.split('\n').filter(Boolean))].map((commit, at) =>
    at === 0 ? commit : `${commit}^`,
  );
  const known = new Map<number, OldVersion>();
  for (const commit of commits) {
    const version = versionOf(commit);
    if (version && !known.has(version.migrations.length)) known.set(version.migrations.length, version);
  }
  return [...known.values()].slice(0, count);
}

/** Null for this version itself, and for one that was no service yet. */
function versionOf(commit: string): OldVersion | null {
  const files = git('ls-tree', '--name-only', commit, 'migrations/', 'src/main.ts', 'docs/openapi.json');
  if (!files.includes('src/main.ts') || !files.includes('docs/openapi.json')) return null;
  const stamps = files.match(/\d{13}(?=-)/g) ?? [];
  const names = MIGRATIONS.map(({ name }) => name);
  const isKnown = (name: string): boolean => stamps.some((stamp) => name.endsWith(stamp));
  // It was never landed as it was: one of its migrations became another.
  if (stamps.some((stamp) => !names.some((name) => name.endsWith(stamp)))) return null;
  const before = names.find((name) => !isKnown(name));
  return before ? { commit, migrations: names.filter(isKnown), before } : null;
}

export interface Checkout {
  root: URL;
  /** Paths of its OpenAPI document. */
  operations: string[];
  remove(): void;
}

/** The files of that state, with the packages of this one. */
export function checkOut({ commit }: OldVersion): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'old-version-'));
  const archive = join(folder, 'archive.tar');
  git('archive', '--output', archive, commit);
  const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const document = readFileSync(join(folder, 'docs/openapi.json'), 'utf8');
  const { paths } = JSON.parse(document) as { paths: object };
  return {
    root: pathToFileURL(`${folder}/`),
    operations: Object.keys(paths),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Nothing when it fails: the files may have come without their history. */
const git = (...args: string[]): string =>
  spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';
