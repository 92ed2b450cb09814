import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { runNpmCi } from './npm.mjs';
import { fail, inRoot, readIfThere, say } from './project.mjs';
import { unpackedWoff } from './woff.mjs';

const FOLDER = inRoot('fonts');
/** Where the service looks; what we have not put there is the operator's own. */
const FILES = join(FOLDER, 'files');
const STAMP = join(FILES, '.installed.json');
const LICENCES = ['LICENSE_FONT', 'LICENSE'];
/** The licence of all of Noto, for packages that bring none. */
const LICENCE = join(FOLDER, 'OFL.txt');

/** Installs the fonts of fonts/package.json as the service takes them, unless they are there already. */
export async function ensureFonts() {
  if (fits()) return;
  await withLock(inRoot('.fonts.lock'), 'installing fonts', () => {
    if (fits()) return; // another process did it while we waited
    say('Installing the fonts of all scripts …');
    const { status, signal, error } = runNpmCi(FOLDER);
    if (status !== 0)
      fail(`npm ci in fonts failed (${error?.message ?? signal ?? `exit status ${status}`}): see above`);
    for (const name of stamp()?.files ?? []) rmSync(join(FILES, name), { force: true });
    mkdirSync(FILES, { recursive: true });
    const files = packages().flatMap(install);
    writeFileSync(STAMP, `${JSON.stringify({ lock: lockDigest(), files }, null, 2)}\n`);
    rmSync(join(FOLDER, 'node_modules'), { recursive: true });
    say(`${files.filter((name) => name.endsWith('.ttf')).length} font files are in fonts/files`);
  });
}

function fits() {
  const installed = stamp();
  return installed?.lock === lockDigest() && installed.files.every((name) => existsSync(join(FILES, name)));
}

const stamp = () => JSON.parse(readIfThere(STAMP) ?? 'null');

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex');

const packages = () =>
  Object.keys(JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')).dependencies);

/** The regular font of a package, its bold one where it has one, and its licence. */
function install(name) {
  const folder = join(FOLDER, 'node_modules', name);
  const short = name.slice(name.indexOf('/') + 1);
  const [regular, bold] = [400, 700].map((weight) => fontOf(folder, short, weight));
  if (!regular) fail(`${name} has no regular font`);
  const licence = LICENCES.map((each) => join(folder, each)).find((path) => existsSync(path)) ?? LICENCE;
  const files = [
    [`${short}-400.ttf`, regular],
    ...(bold ? [[`${short}-700.ttf`, bold]] : []),
    [`${short}.LICENSE.txt`, readFileSync(licence)],
  ];
  for (const [file, bytes] of files) writeFileSync(join(FILES, file), bytes);
  return files.map(([file]) => file);
}

/** TrueType as it is in the package, or the part of a font for browsers that has the letters of its script. */
function fontOf(folder, short, weight) {
  const plain = filesOf(folder).filter((path) => new RegExp(`_${weight}(Regular|Bold)\\.ttf$`).test(path));
  const packed = filesOf(folder).filter(
    (path) => path.endsWith(`-${weight}-normal.woff`) && !/-(latin|latin-ext|all)-\d+-normal/.test(path),
  );
  const [found, ...others] = [...plain, ...packed];
  if (others.length > 0)
    fail(`${short} has several fonts of weight ${weight}: ${[found, ...others].join(', ')}`);
  if (!found) return null;
  const bytes = readFileSync(join(folder, found));
  return found.endsWith('.woff') ? unpackedWoff(bytes) : bytes;
}

const filesOf = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
