import { runBuilt } from './lib/dist.mjs';

// Standard output belongs to the token: what installing and building say goes to standard error.
await runBuilt('mcp/login.js', process.argv.slice(2), { endsWithUs: true });
