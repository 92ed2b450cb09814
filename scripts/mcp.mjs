import { runBuilt } from './lib/dist.mjs';

// Standard output belongs to the protocol: what installing and building say goes to standard error.
await runBuilt('mcp/main.js', [], { endsWithUs: true });
