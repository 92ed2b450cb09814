import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
// `--if-changed`: what was built of the same sources is the build.
await ensureBuilt({ force: !process.argv.includes('--if-changed') });
