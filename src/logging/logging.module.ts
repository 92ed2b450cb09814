import type { IncomingMessage, ServerResponse } from 'node:http';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Request } from 'express';
import { LoggerModule } from 'nestjs-pino';
import type { Settings } from '../config/settings.js';
import { routeTemplate } from '../http/route-template.js';
import type { Tracing } from '../tracing/tracing.js';

type LoggedRequest = Omit<Request, 'route'> & { id?: string; route?: unknown };

const QUIET: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

const begun = new WeakSet<IncomingMessage>();
/** Nest runs middleware twice before a route that stands outside of the prefix. */
const isSecondTime = (request: IncomingMessage): boolean => begun.has(request) || !begun.add(request);

/**
 * One line a request, by route template: paths hold ids of children and queries hold names, so neither is logged,
 * nor any header, body or address.
 */
@Module({})
export class LoggingModule {
  static with({ logLevel, logFormat }: Settings, tracing?: Tracing): DynamicModule {
    return {
      module: LoggingModule,
      imports: [
        LoggerModule.forRoot({
          pinoHttp: {
            level: logLevel,
            ...(tracing && { mixin: () => ({ traceId: tracing.traceId() }) }),
            ...(logFormat === 'pretty' && {
              transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } },
            }),
            quietReqLogger: true,
            customAttributeKeys: { reqId: 'requestId' },
            genReqId: (request) => (request as LoggedRequest).id ?? '',
            serializers: { req: () => undefined, res: () => undefined, err: errorWithoutMessage },
            // Not customProps: they are asked for before the route is known, and then once more.
            customSuccessObject: (request, response, line: object) => ({
              ...line,
              ...told(request, response),
            }),
            customErrorObject: (request, response, _error, line: object) => ({
              ...line,
              ...told(request, response),
            }),
            customSuccessMessage: () => 'request',
            customErrorMessage: () => 'request',
            autoLogging: { ignore: (request) => QUIET.has(request.url) || isSecondTime(request) },
          },
        }),
      ],
      exports: [LoggerModule],
    };
  }
}

const told = (request: IncomingMessage, response: ServerResponse) => ({
  method: request.method,
  route: routeTemplate(request),
  status: response.statusCode,
});

/** A message may quote what a person sent or a driver refused. */
const errorWithoutMessage = (error: { type?: string; name?: string; code?: unknown }) => ({
  type: error.type ?? error.name,
  code: error.code,
});
