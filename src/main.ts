import './platform/process/node-version.js';
import 'reflect-metadata';
import { readSettings } from './platform/config/settings.js';
import { startupErrorLine } from './platform/errors/startup-error.js';
import { endWithParent } from './platform/process/parent-watch.js';
import { startCluster } from './runtime/cluster/cluster-service.js';
import { isWorker, startWorker } from './runtime/cluster/worker.js';
import { startService, type RunningService } from './runtime/service.js';

let service: Promise<RunningService> | undefined;

const exitWith = (line: string): never => {
  process.stderr.write(`${line}\n`);
  return process.exit(1);
};

// Watched from the first moment: a stop that comes during the start waits for it, and leaves nothing either.
const stop = (): void =>
  void service?.then(
    (running) => running.stop().then(() => process.exit(0)),
    () => undefined,
  );
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
// A worker ends with the process in charge by itself.
if (!isWorker()) endWithParent(stop);
// Node itself would print the message, and a driver's message may quote data.
process.once('uncaughtException', (error) => exitWith(startupErrorLine(error)));
// The terminal, or npm, may be gone before we are.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function start(): Promise<void> {
  if (isWorker()) {
    service = startWorker();
    await service;
    return;
  }
  const settings = readSettings();
  service = settings.clusterWorkers > 1 ? startCluster(settings) : startService(settings);
  const { banner, failed } = await service;
  (settings.jsonAlone ? process.stderr : process.stdout).write(banner);
  void failed?.then(exitWith);
}

start().catch((error: unknown) => exitWith(startupErrorLine(error)));
