import 'reflect-metadata';
import { readSettings } from './config/settings.js';
import { oneLine } from './runtime/one-line.js';
import { endWithParent } from './runtime/parent-watch.js';
import { startService, type RunningService } from './runtime/service.js';

let service: Promise<RunningService> | undefined;

// Watched from the first moment: a stop that comes during the start waits for it, and leaves nothing either.
const stop = (): void =>
  void service?.then(
    (running) => running.stop().then(() => process.exit(0)),
    () => undefined,
  );
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
endWithParent(stop);
// The terminal, or npm, may be gone before we are.
process.stdout.on('error', () => undefined);

try {
  service = startService(readSettings());
  process.stdout.write((await service).banner);
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
}
