import { Module, type DynamicModule } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LoggerModule } from 'nestjs-pino';
import type { Settings } from '../config/settings.js';

type LoggedRequest = Omit<Request, 'route'> & { id?: string; route?: { path?: string } };

/**
 * One line a request, by route template: paths hold ids of children and queries hold names, so neither is logged,
 * nor any header, body or address.
 */
@Module({})
export class LoggingModule {
  static with({ logLevel, logFormat }: Settings): DynamicModule {
    return {
      module: LoggingModule,
      imports: [
        LoggerModule.forRoot({
          pinoHttp: {
            level: logLevel,
            ...(logFormat === 'pretty' && {
              transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } },
            }),
            quietReqLogger: true,
            customAttributeKeys: { reqId: 'requestId' },
            genReqId: (request) => (request as LoggedRequest).id ?? '',
            serializers: { req: () => undefined, res: () => undefined, err: errorWithoutMessage },
            customProps: (request, response) => ({
              method: request.method,
              route: (request as unknown as LoggedRequest).route?.path ?? 'unknown',
              status: (response as unknown as Response).statusCode,
            }),
            customSuccessMessage: () => 'request',
            customErrorMessage: () => 'request',
            autoLogging: { ignore: (request) => request.url === '/healthz' || request.url === '/readyz' },
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
