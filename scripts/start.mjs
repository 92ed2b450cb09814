import { runBuilt, serviceOptions } from './lib/dist.mjs';

await runBuilt('main.js', process.argv.slice(2), { env: { NODE_OPTIONS: serviceOptions() } });
