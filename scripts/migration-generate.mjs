import { readdirSync, readFileSync } from 'node:fs';
import { runBuilt } from './lib/dist.mjs';
import { inRoot } from './lib/project.mjs';

const migrations = () => readdirSync(inRoot('migrations'));
const before = new Set(migrations());

await runBuilt('dev/generate-migration.js');

// Imported after the program has run, which installs what is missing.
const { writeFormatted } = await import('./lib/write-formatted.mjs');
for (const name of migrations().filter((each) => !before.has(each))) {
  const path = inRoot('migrations', name);
  await writeFormatted(path, readFileSync(path, 'utf8'));
}
