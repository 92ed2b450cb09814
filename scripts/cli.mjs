import { callersFolder } from './lib/project.mjs';
import { runBuilt } from './lib/dist.mjs';

// Paths that the operator gives are relative to where they stand. A small young generation, and an old one that is
// looked through before it has doubled, with code that is kept small, keep an import of 50,000 people below 350 MB.
await runBuilt('cli/main.js', process.argv.slice(2), {
  cwd: callersFolder(),
  nodeOptions: ['--max-semi-space-size=8', '--heap-growing-percent=10', '--optimize-for-size'],
});
