import { runBuilt, processEnv } from './lib/dist.mjs';

await runBuilt('main.js', process.argv.slice(2), { env: processEnv() });
