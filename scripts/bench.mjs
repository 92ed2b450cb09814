import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/project.mjs';
import { runNode } from './lib/run-node.mjs';

await ensureInstalled();
await ensureBuilt();
await runNode([inRoot('bench', 'main.mjs'), ...process.argv.slice(2)], { endsWithUs: true });
