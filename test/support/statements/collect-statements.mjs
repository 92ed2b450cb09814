import { existsSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** Where one file for each statement of the run is; set by the global setup. */
const folder = process.env.STATEMENTS_DIR;
const seen = new Set();
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** `    at async Name.method (/…/src/features/x.ts:1:2)`, of the project's own files. */
const FRAME = new RegExp(String.raw`at (?:async )?([\w.<>]+)?.*?${ROOT}(src|test|migrations)/([^):]+)`);
const READS_OR_WRITES = /^\s*(with|select|insert|update|delete|declare)\b/i;

if (folder) {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (...args) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
    if (typeof text === 'string' && !seen.has(text)) keep(text);
    return query.apply(this, args);
  };
}

/** Keeps a statement of the service with the method that sends it; those of migrations and of tests are their own. */
function keep(text) {
  seen.add(text);
  if (!READS_OR_WRITES.test(text)) return;
  const file = join(folder, hash('sha256', text, 'hex'));
  if (existsSync(file)) return;
  const from = sender();
  if (from) writeFileSync(file, JSON.stringify({ from, text }));
}

/** `features/notes/notes.repository.ts NotesRepository.put`; null for a test or a migration. */
function sender() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const frames = (new Error().stack ?? '').split('\n').map((line) => FRAME.exec(line));
  Error.stackTraceLimit = stackTraceLimit;
  const own = frames.filter((frame) => frame && isOurs(frame[2], frame[3]));
  if (own.some(([, , root]) => root === 'migrations')) return null;
  const known = own.filter(([, , root, path]) => !(root === 'src' && path.startsWith('platform/database/')));
  const [, method = '', root, path] = known[0] ?? own[0] ?? [];
  return root === 'src' ? `${path} ${method}` : null;
}

/** Packages tell of their own sources, which are not there. */
const isOurs = (root, path) => !path.startsWith('support/statements/') && existsSync(join(ROOT, root, path));
