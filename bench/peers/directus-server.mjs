/** Runs a command of Directus from the folder that it is installed in, and ends with the bench. */
import { EventEmitter } from 'node:events';

process.once('disconnect', () => process.exit());
process.argv[1] = 'directus';
// It listens to more than ten events of one kind by itself.
EventEmitter.defaultMaxListeners = 0;
await import('@directus/api/cli/run.js');
