import { runBuilt } from './lib/dist.mjs';

await runBuilt('platform/database/generate-migration.js');
