import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Settings } from '../config/settings.js';
import type { Tracing } from './tracing/tracing.js';
import { currentRequestId } from './request-log.js';

/** How anything is logged; what is said of each request stands in `requestLog`. */
@Module({})
export class LoggingModule {
  static with({ logLevel, logFormat }: Settings, tracing?: Tracing): DynamicModule {
    return {
      module: LoggingModule,
      imports: [
        LoggerModule.forRoot({
          // None of its own: it makes three loggers a request, and describes each request for nobody.
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
