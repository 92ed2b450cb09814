import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Hundreds of processes and workers load the same sources in one run: what they become is kept, by content.
export const kept = fileURLToPath(new URL('../../../node_modules/.cache/school-directory/', import.meta.url));
const settings = readFileSync(new URL('../../../.swcrc', import.meta.url));
mkdirSync(kept, { recursive: true });
enableCompileCache(kept);

// A query makes a module of a file once more.
const TYPESCRIPT = /^file:.*\.tsx?(\?|$)/;

registerHooks({
  resolve(specifier, context, next) {
    const ours = specifier.startsWith('.') && specifier.endsWith('.js') && TYPESCRIPT.test(context.parentURL);
    if (!ours) return next(specifier, context);
    // There is nothing to look for, a thousand times in each process.
    const url = new URL(specifier.replace(/(\.view)?\.js$/, sourceEnding), context.parentURL).href;
    return { url, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    if (!TYPESCRIPT.test(url)) return next(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

/** A view is written in JSX. */
const sourceEnding = (_, view) => (view ? '.view.tsx' : '.ts');

/**
 * Arguments of Node.js that run a program of the present sources, without a build.
 * @param {string} entry relative to the project, such as `src/main.ts`
 * @param {URL} root of another version than this one
 */
export const fromSources = (entry, root = new URL('../../../', import.meta.url)) => [
  '--import',
  import.meta.url,
  fileURLToPath(new URL(entry, root)),
];

/** What a file becomes, or another text in its place. */
export function compiled(filename, source = readFileSync(filename, 'utf8')) {
  const place = kept + createHash('sha1').update(settings).update(filename).update(source).digest('hex');
  try {
    return readFileSync(place, 'utf8');
  } catch {
    const { code } = swc().transformSync(source, { filename, jsc: { parser: parserOf(filename) } });
    const draft = `${place}.${process.pid}`;
    writeFileSync(draft, code);
    renameSync(draft, place);
    return code;
  }
}

/** In JSX alone `<T>` begins an element. */
const parserOf = (filename) => ({ syntax: 'typescript', decorators: true, tsx: filename.endsWith('.tsx') });

/** Loaded when it is needed: in most processes it is not. */
function swc() {
  return createRequire(import.meta.url)('@swc/core');
}
