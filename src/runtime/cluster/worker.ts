import cluster from 'node:cluster';
import type { Server } from 'node:net';
import type { AppSettings } from '../../platform/config/settings.js';
import { answerForMetrics } from '../../platform/observability/cluster-metrics.js';
import { Metrics } from '../../platform/observability/metrics.service.js';
import { startupErrorLine } from '../../platform/errors/startup-error.js';
import { startServer } from '../server.js';
import type { RunningService } from '../service.js';
import type { FromWorker, ToWorker } from './workers.js';

export const isWorker = (): boolean => cluster.isWorker;

/** Serves requests and does nothing else: whoever started us does the rest. It ends with that one, too. */
export async function startWorker(): Promise<RunningService> {
  try {
    const settings = await settingsOfTheService();
    const server = await startServer(settings, async (app) => {
      answerForMetrics(app.get(Metrics).registry);
      refuseOnceFull(app.getHttpServer());
    });
    return { banner: '', stop: () => server.stop() };
  } catch (error) {
    // The process in charge reports the failure once for all workers.
    return new Promise(() => send({ kind: 'refused', line: startupErrorLine(error) }, () => process.exit(1)));
  }
}

function settingsOfTheService(): Promise<AppSettings> {
  return new Promise((resolve) => {
    const hear = (message: ToWorker): void => {
      if (message.kind !== 'settings') return;
      process.off('message', hear);
      resolve(message.settings);
    };
    process.on('message', hear);
    send({ kind: 'hello' });
  });
}

/** A connection too many would be handed on from one full worker to the next, without end. */
function refuseOnceFull(server: Server & { dropMaxConnection?: boolean }): void {
  server.dropMaxConnection = true;
}

function send(message: FromWorker, then?: () => void): void {
  process.send?.(message, undefined, undefined, then);
}
