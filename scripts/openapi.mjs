import { runBuilt } from './lib/dist.mjs';

await runBuilt('openapi/write-document.js');
