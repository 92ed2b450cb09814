import { runBuilt } from './lib/dist.mjs';

await runBuilt('dev/generate-migration.js');
