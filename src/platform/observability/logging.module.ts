import { performance } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import { PinoLogger, LoggerModule } from 'nestjs-pino';
import { Module, type DynamicModule } from '@nestjs/common';
import { currentRequest, inRequest } from '../http/current-request.js';
import { routeTemplate } from '../http/route-template.js';
import type { Settings } from '../config/settings.js';
import type { Tracing } from './tracing/tracing.js';

/**
 * Id of the request that is being answered, for anything that is logged meanwhile; undefined for work that runs by itself.
 */
const currentRequestId = (): string | undefined => currentRequest()?.id as string | undefined;

/** Asked every second or more often, by a proxy or a router. */
const UNLOGGED_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/cell/schools']);

/**
 * One line a request, by route template: paths hold ids of children and queries hold names, so neither is logged,
 * nor any header, body or address.
 */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  const requestId = request.id as string;
  if (!UNLOGGED_PATHS.has(request.url) && PinoLogger.root.isLevelEnabled('info')) {
    const begin = performance.now();
    response.once('close', () => {
      const responseTime = Math.round(performance.now() - begin);
      PinoLogger.root.info({ requestId, ...logFields(request, response), responseTime }, 'request');
    });
  }
  inRequest(request, next);
}

const logFields = (request: Request, response: Response) => ({
  method: request.method,
  route: routeTemplate(request),
  status: response.statusCode,
  // For those who look for failures; what failed stands in a line of its own.
  ...(response.statusCode >= 500 && { err: { type: 'Error' } }),
});

/** How anything is logged; what is said of each request stands in `requestLog`. */
@Module({})
export class LoggingModule {
  static with({ logLevel, logFormat }: Settings, tracing?: Tracing): DynamicModule {
    return {
      module: LoggingModule,
      imports: [
        LoggerModule.forRoot({
          // No middleware of its own: it makes three loggers a request, and describes each request for nobody.
          forRoutes: [],
          pinoHttp: {
            level: logLevel,
            mixin: () => ({ requestId: currentRequestId(), ...(tracing && { traceId: tracing.traceId() }) }),
            ...(logFormat === 'pretty' && {
              transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } },
            }),
            autoLogging: false,
            serializers: { err: errorWithoutMessage },
          },
        }),
      ],
      exports: [LoggerModule],
    };
  }
}

/** A message may quote what a person sent or a driver refused. */
const errorWithoutMessage = (error: { type?: string; name?: string; code?: unknown }) => ({
  type: error.type ?? error.name,
  code: error.code,
});
