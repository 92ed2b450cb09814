import { callersFolder } from './lib/project.mjs';
import { runBuilt } from './lib/dist.mjs';

// Paths that the operator gives are relative to where they stand.
await runBuilt('cli/main.js', process.argv.slice(2), { cwd: callersFolder() });
