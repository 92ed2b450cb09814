import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { Admission } from './platform/admission/admission.service.js';
import { fromProjectRoot } from './platform/config/project-root.js';
import type { Settings } from './platform/config/settings.js';
import { serveDocs } from './platform/openapi/serve-docs.js';
import { corsFor, securityHeaders } from './platform/http/security-headers.js';
import type { ApiHttpAdapter } from './platform/http/api-http-adapter.js';
import { requestLog } from './platform/observability/logging.module.js';
import { StartupLogger } from './platform/observability/startup.logger.js';
import {
  boundedPath,
  boundedPreferences,
  decodablePath,
  unambiguous,
  queryOnce,
  requestId,
} from './platform/http/request-id.js';
import { versioned } from './platform/http/versioning.js';
import { Metrics } from './platform/observability/metrics.service.js';
import { ServerTiming } from './platform/observability/server-timing.service.js';
import { requestMetrics } from './platform/observability/request-metrics.js';
import type { Tracing } from './platform/observability/tracing/tracing.js';

/** Everything between a request and its controller; shared by the service and its tests. */
export async function configureApp(
  app: NestExpressApplication,
  settings: Settings,
  tracing?: Tracing,
): Promise<NestExpressApplication> {
  app.useLogger(new StartupLogger(app.get(Logger)));
  const adapter = app.getHttpAdapter() as ApiHttpAdapter;
  app.enableCors(corsFor(settings.corsOrigins));
  adapter.beforeRoutes(
    requestId,
    ...(settings.serverTimingToken === null ? [] : [app.get(ServerTiming).requests]),
    ...(settings.metricsPort === null ? [] : [requestMetrics(app.get(Metrics).registry)]),
    ...(tracing ? [tracing.requests] : []),
    requestLog,
    securityHeaders(),
    unambiguous,
    boundedPath,
    boundedPreferences,
    decodablePath,
    queryOnce,
    ...(settings.admissionWaitMs > 0 ? [app.get(Admission).requests] : []),
  );
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  // Tags come from the content (`etagResponse`).
  app.set('etag', false);
  app.disable('x-powered-by');
  app.useStaticAssets(fromProjectRoot('public/pages'), { prefix: '/pages', index: false, redirect: false });
  serveDocs(versioned(app));
  return app;
}
