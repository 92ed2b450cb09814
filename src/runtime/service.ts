import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../config/settings.js';
import { assertMigrated } from '../database/migrate.js';
import { Readiness } from '../health/readiness.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { Metrics } from '../metrics/metrics.service.js';
import { serveMetrics } from '../metrics/metrics-server.js';
import { startTracing } from '../tracing/start-tracing.js';
import { bannerOf } from './banner.js';
import { createApp } from './create-app.js';
import { Drain } from './drain.js';
import { loadDemoIfAsked } from './load-demo.js';
import { openMigratedDatabase } from './open-database.js';

const logger = new Logger('Service');

export interface RunningService {
  /** For the person at the terminal. */
  banner: string;
  /** Lets running requests finish, then ends everything that was started; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Database, migrations, demo school, then listening.
 * @throws EmbeddedPostgresError, SettingsError, SigningKeyError, or the server's own error (EADDRINUSE, …)
 */
export async function startService(settings: Settings): Promise<RunningService> {
  const tracing = await startTracing(settings.tracing);
  const database = await openMigratedDatabase(settings, 'server');
  let stopMetrics: (() => void) | undefined;
  let app: NestExpressApplication | undefined;
  let drain: Drain | undefined;
  const stop = once(async () => {
    if (app) logger.log('The service stops');
    app?.get(Readiness).beginStop();
    const bounds = { graceMs: settings.shutdownGraceMs, isBehindProxy: settings.trustProxy };
    await Promise.all([drain?.run(bounds), app?.get(BackgroundJobs).stop()]);
    stopMetrics?.();
    await app?.close();
    await tracing?.stop();
    await database.close();
  });
  try {
    if (!settings.migrateOnStart) await assertMigrated(database.settings.databaseUrl);
    await loadDemoIfAsked(database.settings);
    app = await createApp(database.settings, undefined, tracing);
    drain = new Drain(app.getHttpServer());
    stopMetrics = await metricsOf(app, settings);
    await app.listen(settings.port, settings.host);
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

function once(work: () => Promise<void>): () => Promise<void> {
  let underway: Promise<void> | undefined;
  return () => (underway ??= work());
}
