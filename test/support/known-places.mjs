import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

/*
 * Where the modules of packages are. A process that loads the application asks ten thousand times, and each time Node.js
 * looks into folders and reads what their package.json says: a quarter of what a start costs. What is found is kept for as
 * long as the same packages are installed.
 */

const root = new URL('../../', import.meta.url).href;
const packages = `${root}node_modules/`;

/** By the module that asks and how it asks, and by what it asks for: the place, relative to the packages, and the format. */
let known = {};
let file = null;
let isSaved = true;

/** @param {string} folder where to keep it */
export function keepPlacesIn(folder) {
  // npm writes it whenever it installs something.
  const installed = statSync(new URL('.package-lock.json', packages), { throwIfNoEntry: false });
  if (!installed) return;
  file = `${folder}places-${process.version}-${installed.mtimeMs}-${installed.size}.json`;
  known = kept();
  process.on('exit', savePlaces);
}

/**
 * As a hook: {@link https://nodejs.org/api/module.html#resolvespecifier-context-nextresolve}.
 * Of our own modules only what they ask packages for is kept: files of ours come and go.
 */
export function placeOf(specifier, context, next) {
  const { parentURL = '', conditions } = context;
  const asks = specifier.startsWith('.') ? packages : root;
  if (!file || !parentURL.startsWith(asks) || specifier.startsWith('node:')) return next(specifier, context);
  const parent = (conditions.includes('require') ? 'r' : 'i') + parentURL.slice(root.length);
  const place = known[parent]?.[specifier];
  if (place) return { url: packages + place[0], format: place[1] ?? undefined, shortCircuit: true };
  const found = next(specifier, context);
  if (found.url.startsWith(packages)) {
    (known[parent] ??= {})[specifier] = [found.url.slice(packages.length), found.format];
    isSaved = false;
  }
  return found;
}

/** Together with what others have found meanwhile. */
export function savePlaces() {
  if (isSaved) return;
  isSaved = true;
  for (const [parent, places] of Object.entries(kept())) known[parent] = { ...places, ...known[parent] };
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(known));
    renameSync(draft, file);
  } catch {
    // Then the next one looks again: no reason for a process to end otherwise than it would have.
  }
}

function kept() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
