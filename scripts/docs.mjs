import { ensureInstalled } from './lib/install.mjs';
import { runNode } from './lib/run-node.mjs';
import { jest } from './lib/tests.mjs';

// Writes docs/api from what the examples of the typed client send and get.
await ensureInstalled();
const { args, env } = jest(['test/clients/examples.spec.ts']);
await runNode(args, { env: { ...env, WRITE_API_PAGES: 'true' }, endsWithUs: true });
