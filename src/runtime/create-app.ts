import { setFlagsFromString } from 'node:v8';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, type AppSettings } from '../app.module.js';
import type { Clock } from '../clock/clock.js';
import { configureApp } from '../configure-app.js';
import { ApiHttpAdapter } from '../http/api-http-adapter.js';
import type { ServerLimits } from '../http/server-limits.js';
import type { Tracing } from '../tracing/tracing.js';

/**
 * Where many objects have outlived a collection, as after a thousand callers came for the first time, V8 takes new ones for
 * old from then on: what belongs to a request then stays until the next full collection, 9 kB of each.
 */
const WITHOUT_FORETOLD_AGE = '--no-allocation-site-pretenuring';

/** The application as it is served and as it is tested; not listening yet. */
export async function createApp(
  settings: AppSettings,
  clock?: Clock,
  tracing?: Tracing,
  limits?: ServerLimits,
): Promise<NestExpressApplication> {
  setFlagsFromString(WITHOUT_FORETOLD_AGE);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings, clock, tracing),
    new ApiHttpAdapter(limits),
    { bodyParser: false, bufferLogs: true, abortOnError: false },
  );
  return configureApp(app, settings, tracing);
}
