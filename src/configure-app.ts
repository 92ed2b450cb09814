import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import type { Settings } from './config/settings.js';
import { serveDocs } from './openapi/serve-docs.js';
import { corsFor } from './http/cors.js';
import type { ApiHttpAdapter } from './http/api-http-adapter.js';
import { requestLog } from './logging/request-log.js';
import { QuietStartLogger } from './logging/quiet-start.logger.js';
import { decodablePath } from './http/decodable-path.js';
import { hostNamed } from './http/host-named.js';
import { requestId } from './http/request-id.js';
import { securityHeaders } from './http/security-headers.js';
import { versioned } from './http/versioning.js';
import { Metrics } from './metrics/metrics.service.js';
import { requestMetrics } from './metrics/request-metrics.js';
import type { Tracing } from './tracing/tracing.js';

/** Everything between a request and its controller; shared by the service and its tests. */
export async function configureApp(
  app: NestExpressApplication,
  settings: Settings,
  tracing?: Tracing,
): Promise<NestExpressApplication> {
  app.useLogger(new QuietStartLogger(app.get(Logger)));
  const adapter = app.getHttpAdapter() as ApiHttpAdapter;
  app.enableCors(corsFor(settings.corsOrigins));
  adapter.beforeRoutes(
    requestId,
    ...(settings.metricsPort === null ? [] : [requestMetrics(app.get(Metrics).registry)]),
    ...(tracing ? [tracing.requests] : []),
    requestLog,
    securityHeaders(),
    hostNamed,
    decodablePath,
  );
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  // Tags come from the content (`taggedAnswer`).
  app.set('etag', false);
  app.disable('x-powered-by');
  serveDocs(versioned(app));
  return app;
}
