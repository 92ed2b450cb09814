import { runBuilt } from './lib/dist.mjs';

await runBuilt('router/main.js');
