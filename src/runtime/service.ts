import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../platform/config/settings.js';
import { BackgroundJobs } from '../platform/jobs/background-jobs.js';
import { Metrics } from '../platform/observability/metrics.service.js';
import { serveMetrics } from '../platform/observability/metrics-server.js';
import { bannerOf } from './banner.js';
import { once } from '../platform/concurrency/once.js';
import { openForService } from './open-for-service.js';
import { startServer, type RunningServer } from './server.js';

const logger = new Logger('Service');

export interface RunningService {
  /** For the person at the terminal. */
  banner: string;
  /** Lets running requests finish, then ends everything that was started; may be called twice. */
  stop(): Promise<void>;
  /** Comes about when it cannot go on by itself: why, in one line. Everything is stopped then. */
  failed?: Promise<string>;
}

/**
 * Database, migrations, demo school, then listening: all in this process.
 * @throws EmbeddedPostgresError, NotMigratedError, SettingsError, SigningKeyError
 */
export async function startService(settings: Settings): Promise<RunningService> {
  const database = await openForService(settings);
  let server: RunningServer | undefined;
  let stopMetrics: (() => void) | undefined;
  const stop = once(async () => {
    if (server) logger.log('The service stops');
    await server?.stop();
    stopMetrics?.();
    await database.close();
  });
  try {
    server = await startServer(database.settings, async (app) => {
      stopMetrics = await metricsOf(app, settings);
    });
    const { app } = server;
    app.get(BackgroundJobs).start();
    logger.log({ siteUrl: settings.siteUrl }, 'The service is ready');
    return { banner: await bannerOf(app, settings), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function metricsOf(
  app: NestExpressApplication,
  { metricsPort: port, host }: Settings,
): Promise<(() => void) | undefined> {
  return port === null ? undefined : serveMetrics(app.get(Metrics).registry, { host, port });
}
