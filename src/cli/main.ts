import '../platform/process/node-version.js';
import 'reflect-metadata';
import { endWithParent } from '../platform/process/parent-watch.js';
import { PrintedOutput } from '../platform/process/printed-output.js';
import { run } from './run.js';

endWithParent(() => process.exit(1));
// Until a command has said how it ended.
process.exitCode = 1;
const output = new PrintedOutput();
void run(process.argv.slice(2))
  .then((status) => output.statusOf(status))
  .then((status) => (process.exitCode = status));
