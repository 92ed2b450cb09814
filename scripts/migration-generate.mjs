import { runBuilt } from './lib/dist.mjs';

await runBuilt('database/generate-migration.js');
