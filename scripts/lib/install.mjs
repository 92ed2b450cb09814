import { createHash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { withLock } from './lock.mjs';
import { runNpmCi } from './npm.mjs';
import { fail, inRoot, readIfThere, say } from './project.mjs';

const lockFile = inRoot('package-lock.json');
const installedFile = inRoot('node_modules', '.package-lock.json');
const stampFile = inRoot('node_modules', '.fits-lock');

/** Installs what package-lock.json asks for, unless it is there already; output goes to standard error. */
export async function ensureInstalled() {
  if (fits()) return;
  await withLock(inRoot('.install.lock'), 'installing', () => {
    if (fits()) return; // another process did it while we waited
    say('Installing dependencies (the first time about a minute) …');
    const { status, signal, error } = runNpmCi();
    if (status !== 0)
      fail(`npm ci failed (${error?.message ?? signal ?? `exit status ${status}`}): see above`);
    writeStamp();
  });
}

/** The stamp spares reading two files of 300 kB each; without one (installed by hand) they are compared. */
function fits() {
  if (readIfThere(stampFile) === currentStamp()) return true;
  const wanted = readIfThere(lockFile);
  const installed = readIfThere(installedFile);
  if (!wanted || !installed || !isInstalled(JSON.parse(wanted), JSON.parse(installed))) return false;
  writeStamp();
  return true;
}

function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages).every(
    ([path, { version, integrity, optional, devOptional, link }]) => {
      if (path === '' || link) return true;
      const there = installed.packages[path];
      if (!there) return Boolean(optional || devOptional); // for another platform
      return there.version === version && (!integrity || !there.integrity || there.integrity === integrity);
    },
  );
}

function writeStamp() {
  try {
    writeFileSync(stampFile, currentStamp());
  } catch {
    // A folder that may not be written is compared again each time.
  }
}

function currentStamp() {
  const lock = readIfThere(lockFile);
  const installed = statSync(installedFile, { throwIfNoEntry: false });
  if (lock === null || !installed) return '';
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${installed.mtimeMs} ${installed.size} ${process.platform}-${process.arch}\n`;
}
