import 'reflect-metadata';
import { endWithParent } from '../runtime/parent-watch.js';
import { run } from './run.js';

endWithParent(() => process.exit(1));
process.exitCode = await run(process.argv.slice(2));
