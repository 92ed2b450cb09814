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
// Node itself would print the message, and a driver's message may quote data.
process.once('uncaughtException', (error) => {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
});
// The terminal, or npm, may be gone before we are.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const settings = readSettings();
  service = startService(settings);
  const { banner } = await service;
  (settings.jsonAlone ? process.stderr : process.stdout).write(banner);
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
}
