import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AppSettings } from '../app.module.js';
import { refuseToListen } from '../config/listen-fault.js';
import { Readiness } from '../health/readiness.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { startTracing } from '../tracing/start-tracing.js';
import { createApp } from './create-app.js';
import { Drain } from './drain.js';
import { once } from './once.js';

export interface RunningServer {
  app: NestExpressApplication;
  /** Lets running requests and rounds of jobs finish, then ends; may be called twice. */
  stop(): Promise<void>;
}

/**
 * What answers requests, on a database that is ready for it.
 * @param before what is still to be done before the first request comes
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
    app?.get(Readiness).beginStop();
    const bounds = { graceMs: settings.shutdownGraceMs, isBehindProxy: settings.trustProxy > 0 };
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
