import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../scripts/lib/bundle.mjs';
import { withLock } from '../../scripts/lib/lock.mjs';
import { compiled, kept } from './typescript-hooks.mjs';

export { kept };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MADE_OF = ['src', 'migrations', 'scripts/lib/bundle.mjs', 'package-lock.json', '.swcrc'];

const made = new Map();

/**
 * A program of the present sources, bundled as the build does: a test that starts one waits half as long for it.
 * @param {string} entry relative to the project, such as `src/main.ts`
 * @returns {Promise<string>} the file to run
 */
export function bundledProgram(entry) {
  if (!made.has(entry)) made.set(entry, make(entry));
  return made.get(entry);
}

async function make(entry) {
  const hash = createHash('sha1').update(entry);
  for (const path of MADE_OF.flatMap(filesOf)) hash.update(path).update(readFileSync(ROOT + path));
  const folder = `${kept}programs/${hash.digest('hex')}`;
  const file = `${folder}/program.cjs`;
  mkdirSync(`${kept}programs`, { recursive: true });
  await withLock(`${folder}.lock`, `bundling ${entry}`, async () => {
    if (existsSync(folder)) return;
    const draft = `${folder}.draft`;
    await bundle({ entry: ROOT + entry, file: `${draft}/program.cjs`, read });
    renameSync(draft, folder);
  });
  return file;
}

const read = (path) => (path.endsWith('.ts') ? compiled(path) : readFileSync(path, 'utf8'));

function filesOf(path) {
  if (!existsSync(`${ROOT}${path}/`)) return [path];
  return readdirSync(ROOT + path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(ROOT.length))
    .sort();
}
