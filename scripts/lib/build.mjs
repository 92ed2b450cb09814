import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { withLock } from './lock.mjs';
import { fail, inRoot, projectNode, readIfThere, root, say } from './project.mjs';

const stampFile = inRoot('dist', '.build-stamp');

/** Builds when the sources are not those of the last build; output goes to standard error. */
export async function ensureBuilt({ force = false } = {}) {
  if (!force && isBuilt()) return;
  await withLock(inRoot('.build.lock'), 'building', () => {
    if (force || !isBuilt()) build();
  });
}

function isBuilt() {
  return existsSync(inRoot('dist', 'src')) && readIfThere(stampFile) === sourceStamp();
}

/**
 * Built beside dist and swapped when complete: no file of removed sources lives on, a failed build changes
 * nothing, and a service that runs keeps what it has loaded.
 */
function build() {
  say('Building …');
  const stamp = sourceStamp();
  const [next, old] = [inRoot('dist.next'), inRoot('dist.old')];
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  const workshop = isPlain(root) ? root : plainCopy();
  const built = join(workshop, 'dist.next');
  try {
    compile(workshop, built);
    if (workshop !== root) cpSync(built, next, { recursive: true });
  } finally {
    if (workshop !== root) rmSync(workshop, { recursive: true, force: true });
  }
  writeFileSync(join(next, '.build-stamp'), stamp);
  if (existsSync(inRoot('dist'))) renameSync(inRoot('dist'), old);
  renameSync(next, inRoot('dist'));
  rmSync(old, { recursive: true, force: true });
}

function compile(workshop, built) {
  mkdirSync(built);
  const config = join(built, 'tsconfig.json');
  writeFileSync(config, JSON.stringify(buildConfig()));
  const nest = inRoot('node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const { status } = spawnSync(projectNode(), [nest, 'build', '--path', relative(workshop, config)], {
    cwd: workshop,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    rmSync(built, { recursive: true, force: true });
    fail('The build failed: see above');
  }
  rmSync(config);
}

const isPlain = (path) => /^[\x20-\x7e]*$/.test(path);

/** The plugin that documents the API writes wrong import paths below a folder whose name is not plain ASCII. */
function plainCopy() {
  const copy = mkdtempSync(join(isPlain(tmpdir()) ? tmpdir() : '/tmp', 'school-directory-build-'));
  for (const name of ['src', 'migrations', 'package.json', ...settings()]) {
    cpSync(inRoot(name), join(copy, name), { recursive: true });
  }
  symlinkSync(inRoot('node_modules'), join(copy, 'node_modules'));
  return copy;
}

function buildConfig() {
  return {
    extends: '../tsconfig.build.json',
    compilerOptions: { outDir: '.', incremental: false, tsBuildInfoFile: null },
  };
}

/** Content, not times: a checkout or a copy changes those without changing anything. */
function sourceStamp() {
  const hash = createHash('sha256');
  for (const path of [...files('src'), ...files('migrations'), ...settings()].sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(inRoot(path)))
      .update('\0');
  }
  return `${hash.digest('hex')}\n`;
}

function settings() {
  const names = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  return [...names, 'nest-cli.json', 'package-lock.json'].filter((name) => existsSync(inRoot(name)));
}

function files(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return files(path);
    return path.endsWith('.spec.ts') ? [] : [path];
  });
}
