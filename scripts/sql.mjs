import { SQL_SUITES } from '../test/support/statements/sql-suites.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runNode } from './lib/run-node.mjs';
import { jest } from './lib/tests.mjs';

// Writes docs/sql from what a few suites send to the database; with --check it compares.
await ensureInstalled();
const task = process.argv.includes('--check') ? { CHECK_SQL: 'true' } : { WRITE_SQL: 'true' };
const { args, env } = jest(SQL_SUITES);
await runNode(args, { env: { ...env, ...task }, endsWithUs: true });
