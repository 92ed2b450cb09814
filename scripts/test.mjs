import { ensureInstalled } from './lib/install.mjs';
import { runNode } from './lib/run-node.mjs';
import { jest } from './lib/tests.mjs';

await ensureInstalled();
const { args, env } = jest(process.argv.slice(2));
await runNode(args, { env, endsWithUs: true });
