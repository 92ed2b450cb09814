import { runBuilt } from './lib/dist.mjs';
import { say } from './lib/project.mjs';

const check = process.argv.includes('--check');

await runBuilt('runtime/write-openapi.js');
// Only now: the generator is there when everything is installed.
const { writeTypescriptClient } = await import('./lib/typescript-client.mjs');
const stale = await writeTypescriptClient({ check });
if (check && stale.length > 0) {
  say(`${stale.join(', ')}: not what docs/openapi.json says. Run npm run openapi and commit it.`);
  process.exitCode = 1;
}
