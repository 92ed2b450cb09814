import { runBuilt, serviceDefaults } from './lib/dist.mjs';

await runBuilt('main.js', process.argv.slice(2), { env: serviceDefaults() });
