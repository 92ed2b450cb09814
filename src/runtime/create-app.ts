import { setFlagsFromString } from 'node:v8';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, type AppSettings } from '../app.module.js';
import type { Clock } from '../clock/clock.js';
import { configureApp } from '../configure-app.js';
import { ApiHttpAdapter } from '../http/api-http-adapter.js';
import type { ServerLimits } from '../http/server-limits.js';
import type { Tracing } from '../tracing/tracing.js';

const HEAP_OPTIONS = [
  // Where many objects have outlived a collection, as after a thousand callers came for the first time, V8 takes new ones
  // for old from then on: what belongs to a request then stays until the next full collection, 9 kB of each.
  '--no-allocation-site-pretenuring',
  // Looked through in full once it has doubled: by itself V8 does so after a quarter, and lists that are read anew pay for it.
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
