import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { EntityManager } from 'typeorm';
import { isSqlSuite } from './sql-suites.mjs';

/** The folder with a file for each statement of the run; the global setup makes it. */
const folder = process.env.STATEMENTS_DIR;
const seen = new Set();
/** The same for docs/sql: statements of its suites alone. */
const seenOfSuites = new Set();
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** `    at async Name.method (/…/src/features/x.ts:1:2)`, of the project's own files. */
const FRAME = new RegExp(String.raw`at (?:async )?([\w.<>]+)?.*?${ROOT}(src|test|migrations)/([^):]+)`);
const READS_OR_WRITES = /^\s*(with|select|insert|update|delete|declare)\b/i;

/** What called the entity manager. A method that returns its promise is gone from the stack when the statement is sent. */
const callers = new AsyncLocalStorage();
const MANAGER_METHODS = [
  ...[
    'query',
    'find',
    'findBy',
    'findOne',
    'findOneBy',
    'findOneOrFail',
    'findOneByOrFail',
    'count',
    'countBy',
  ],
  ...[
    'exists',
    'existsBy',
    'save',
    'insert',
    'update',
    'upsert',
    'delete',
    'remove',
    'increment',
    'decrement',
  ],
];

const CALLBACK = 'callback';

let isOfSqlSuite = false;

/** Said before each suite. */
export function beginSuite(path) {
  isOfSqlSuite = Boolean(folder) && isSqlSuite(path);
  seenOfSuites.clear();
}

if (folder) {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (...args) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
    if (typeof text === 'string' && !seen.has(text)) keep(text);
    if (typeof text === 'string' && isOfSqlSuite && !seenOfSuites.has(text)) keepForPages(text);
    return query.apply(this, args);
  };
  for (const name of MANAGER_METHODS) {
    const method = EntityManager.prototype[name];
    EntityManager.prototype[name] = function (...args) {
      if (!isOfSqlSuite || callers.getStore()) return method.apply(this, args);
      return callers.run(callSite(), () => method.apply(this, args));
    };
  }
}

/** Keeps a statement of the service with the method that sends it; those of migrations and of tests are their own. */
function keep(text) {
  seen.add(text);
  if (!READS_OR_WRITES.test(text)) return;
  const file = join(folder, hash('sha256', text, 'hex'));
  if (existsSync(file)) return;
  const frame = senderIn(ownFrames());
  if (frame) writeFileSync(file, JSON.stringify({ from: `${frame.path} ${frame.method}`, text }));
}

function keepForPages(text) {
  seenOfSuites.add(text);
  if (!READS_OR_WRITES.test(text)) return;
  const file = join(folder, `sql-${hash('sha256', text, 'hex')}`);
  if (existsSync(file)) return;
  const frames = ownFrames(callers.getStore());
  const frame = senderIn(frames);
  if (!frame) return;
  const names = frames.filter(({ path }) => path === frame.path).map(({ method }) => method);
  writeFileSync(file, JSON.stringify({ sender: namedSender(names, frame.path), text }));
}

/** They ask how the database does, when somebody waits for that: of no table. */
const BY_CHANCE = [
  'platform/database/connection-watch.ts',
  'platform/database/database-preflight.ts',
  'platform/database/write-check.ts',
];

/** The frame that sends a statement: null for a test or a migration. */
function senderIn(frames) {
  if (frames.some(({ root, path }) => root === 'migrations' || BY_CHANCE.includes(path))) return null;
  const known = frames.find(({ root, path }) => !(root === 'src' && path.startsWith('platform/database/')));
  const frame = known ?? frames[0];
  return frame?.root === 'src' ? frame : null;
}

/** A deep stack that is not written out yet: to write it takes a hundred times as long, and is needed once a statement. */
function callSite() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const site = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return site;
}

function ownFrames(site = callSite()) {
  const frames = (site.stack ?? '').split('\n').map((line) => FRAME.exec(line));
  return frames
    .filter((frame) => frame && isOurs(frame[2], frame[3]))
    .map(([, method = '', root, path]) => ({ method, root, path }));
}

/** The innermost method of a class in that file, else the innermost function. A callback has no name. */
function namedSender(names, path) {
  const file = basename(path, '.ts');
  const methods = names.map((name) => /^([A-Z]\w*)\.([a-z]\w*)$/.exec(name));
  const [, owner = file, method] = methods.find((found) => found && found[1] !== 'Object') ?? [];
  return { owner, method: method ?? names.find((name) => /^[a-z]\w*$/.test(name)) ?? CALLBACK, file };
}

/** What every statement goes through; often it is all that is left of the stack. */
const PASS_ON = ['platform/database/watched-connection.ts', 'platform/database/intercepted-statements.ts'];

/** Packages tell of their own sources, which are not there. */
const isOurs = (root, path) =>
  !PASS_ON.includes(path) && !path.startsWith('support/statements/') && existsSync(join(ROOT, root, path));
