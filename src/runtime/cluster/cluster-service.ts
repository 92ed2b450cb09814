import { Logger, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger as LogWriter } from 'nestjs-pino';
import { AppModule } from '../../app.module.js';
import type { AppSettings } from '../../platform/config/settings.js';
import type { Settings } from '../../platform/config/settings.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { StartupLogger } from '../../platform/observability/startup.logger.js';
import { ClusterMetrics } from '../../platform/observability/cluster-metrics.js';
import { Metrics } from '../../platform/observability/metrics.service.js';
import { serveMetrics } from '../../platform/observability/metrics-server.js';
import { startTracing } from '../../platform/observability/tracing/start-tracing.js';
import type { Tracing } from '../../platform/observability/tracing/tracing.js';
import { bannerOf } from '../banner.js';
import { once } from '../../platform/concurrency/once.js';
import { openForService } from '../open-for-service.js';
import type { RunningService } from '../service.js';
import { connectionsInCharge } from '../../platform/process/connections.js';
import { Workers } from './workers.js';

const logger = new Logger('Service');

/**
 * Starts the service with several processes: workers answer, and this process does what is to be done once: the database,
 * migrations, the demo school, background jobs, metrics and the banner.
 * @throws EmbeddedPostgresError, NotMigratedError, SettingsError, WorkersError
 */
export async function startCluster(settings: Settings): Promise<RunningService> {
  const database = await openForService(settings);
  const workers = new Workers(database.settings);
  let tracing: Tracing | null | undefined;
  let isReady = false;
  let office: INestApplicationContext | undefined;
  let stopMetrics: (() => void) | undefined;
  const stop = once(async () => {
    if (isReady) logger.log('The service stops');
    await Promise.all([workers.stop(), office?.get(BackgroundJobs).stop()]);
    stopMetrics?.();
    await office?.close();
    await tracing?.stop();
    await database.close();
  });
  try {
    // They take as long to start as we do.
    const serving = workers.start();
    serving.catch(() => undefined);
    tracing = await startTracing(settings.tracing);
    office = await backOffice(database.settings, tracing);
    stopMetrics = await metricsOf(office, settings);
    await serving;
    isReady = true;
    office.get(BackgroundJobs).start();
    logger.log({ siteUrl: settings.siteUrl, workers: settings.clusterWorkers }, 'The service is ready');
    const failed = workers.failed.then(({ message }) => stop().then(() => message));
    return { banner: await bannerOf(office, settings), stop, failed };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The whole application, but for listening. */
async function backOffice(settings: AppSettings, tracing?: Tracing): Promise<INestApplicationContext> {
  const databasePoolSize = connectionsInCharge(settings);
  const context = await NestFactory.createApplicationContext(
    AppModule.with({ ...settings, databasePoolSize }, undefined, tracing),
    { bufferLogs: true, abortOnError: false },
  );
  context.useLogger(new StartupLogger(context.get(LogWriter)));
  return context;
}

async function metricsOf(
  office: INestApplicationContext,
  { metricsPort: port, host }: Settings,
): Promise<(() => void) | undefined> {
  if (port === null) return undefined;
  return serveMetrics(new ClusterMetrics(office.get(Metrics).registry), { host, port });
}
