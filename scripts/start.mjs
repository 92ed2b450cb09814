import { runBuilt } from './lib/dist.mjs';

await runBuilt('main.js');
