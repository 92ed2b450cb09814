import type { NestExpressApplication } from '@nestjs/platform-express';
import { setFlagsFromString } from 'node:v8';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import type { AppSettings } from '../platform/config/settings.js';
import { refuseToListen } from '../platform/config/listen-fault.js';
import { Readiness } from '../platform/observability/readiness.js';
import { BackgroundJobs } from '../platform/jobs/background-jobs.js';
import { startTracing } from '../platform/observability/tracing/start-tracing.js';
import { Drain } from '../platform/process/drain.js';
import { once } from '../platform/concurrency/once.js';
import type { Clock } from '../platform/clock/clock.js';
import { configureApp } from '../configure-app.js';
import { ApiHttpAdapter } from '../platform/http/api-http-adapter.js';
import type { ServerLimits } from '../platform/http/slow-client-protection.js';
import type { Tracing } from '../platform/observability/tracing/tracing.js';

const HEAP_OPTIONS = [
  // Where many objects have outlived a collection, as after a thousand callers came for the first time, V8 takes new ones
  // for old from then on: what belongs to a request then stays until the next full collection, 9 kB of each.
  '--no-allocation-site-pretenuring',
  // Looked through in full once it has doubled: by itself V8 does so after a quarter, and lists that are read again pay for it.
  '--heap-growing-percent=100',
];

/** The application as it is served and as it is tested; not listening yet. */
export async function createApp(
  settings: AppSettings,
  clock?: Clock,
  tracing?: Tracing,
  limits?: ServerLimits,
): Promise<NestExpressApplication> {
  for (const option of HEAP_OPTIONS) setFlagsFromString(option);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings, clock, tracing),
    new ApiHttpAdapter(limits),
    { bodyParser: false, bufferLogs: true, abortOnError: false },
  );
  return configureApp(app, settings, tracing);
}

export interface RunningServer {
  app: NestExpressApplication;
  /** Lets running requests and rounds of jobs finish, then ends; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the server, on a database that is ready for it.
 * @param before work to be done before the first request comes
 * @throws SettingsError, SigningKeyError
 */
export async function startServer(
  settings: AppSettings,
  before: (app: NestExpressApplication) => Promise<void> = () => Promise.resolve(),
): Promise<RunningServer> {
  const tracing = await startTracing(settings.tracing);
  let app: NestExpressApplication | undefined;
  let drain: Drain | undefined;
  const stop = once(async () => {
    const readiness = app?.get(Readiness);
    readiness?.beginStop();
    const bounds = {
      graceMs: settings.shutdownGraceMs,
      isBehindProxy: settings.trustProxy > 0,
      isStopKnown: () => readiness?.isStopKnown() ?? true,
    };
    await Promise.all([drain?.run(bounds), app?.get(BackgroundJobs).stop()]);
    await app?.close();
    await tracing?.stop();
  });
  try {
    app = await createApp(settings, undefined, tracing);
    drain = new Drain(app.getHttpServer());
    await before(app);
    const { port, host } = settings;
    await app.listen(port, host).catch((error: unknown) => refuseToListen(error, { setting: 'PORT', port }));
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
