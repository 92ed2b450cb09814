import { createRequire, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import jestCircus from 'jest-circus/runner';
import './typescript-hooks.mjs';
import { beginSuite } from '../statements/collect-statements.mjs';
import { takeGlobals } from './jest-globals.mjs';

const require = createRequire(import.meta.url);

process.setSourceMapsEnabled(true);

// Whatever is to be written is written by then; to take down hundreds of megabytes in order takes longer than Jest waits.
if (process.argv[1]?.endsWith('processChild.js'))
  process.once('beforeExit', () => {
    process.emit('exit', 0);
    process.kill(process.pid, 'SIGKILL');
  });

/**
 * Runs a test file with Jest's own test runner, but lets Node.js load the modules: once a worker, where Jest would
 * evaluate all of the application and of its packages anew for every file. What a module holds lasts from one file to
 * the next; the application holds its state in its own instances.
 */
export default async function runNatively(globalConfig, config, environment, runtime, testPath, report) {
  // Jest has just put a reader of source maps there that knows only of what Jest has compiled.
  delete Error.prepareStackTrace;
  const modules = {
    requireInternalModule: freshly,
    requireModule: require,
    setGlobalsForRuntime: takeGlobals,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  const before = { ...process.env };
  beginSuite(testPath);
  try {
    return await jestCircus.default(globalConfig, config, environment, modules, testPath, report);
  } finally {
    // At its end a worker has half a second, which is not enough to write what a first run has compiled.
    flushCompileCache();
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The tests of the file before must not be run again. */
function freshly(path) {
  delete require.cache[path];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  return require(path);
}
