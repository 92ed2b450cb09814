import cluster from 'node:cluster';
import type { Server } from 'node:net';
import type { AppSettings } from '../../app.module.js';
import { answerForMetrics } from '../../metrics/cluster-metrics.js';
import { Metrics } from '../../metrics/metrics.service.js';
import { oneLine } from '../one-line.js';
import { startServer } from '../server.js';
import type { RunningService } from '../service.js';
import type { FromWorker, ToWorker } from './messages.js';

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
    // That one says it, once for all of us.
    return new Promise(() => tell({ kind: 'refused', line: oneLine(error) }, () => process.exit(1)));
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
    tell({ kind: 'hello' });
  });
}

/** A connection too many would be handed on from one full worker to the next, without end. */
function refuseOnceFull(server: Server & { dropMaxConnection?: boolean }): void {
  server.dropMaxConnection = true;
}

function tell(message: FromWorker, then?: () => void): void {
  process.send?.(message, undefined, undefined, then);
}
