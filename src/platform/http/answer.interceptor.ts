import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { mergeMap, type Observable } from 'rxjs';
import { COMPRESSED, compressedAnswer } from './compressed.js';
import { etagResponse, ETAG, type ETagOptions } from './conditional-request.js';
import { responseOf } from './http-context.js';
import { PreparedJson } from './prepared-json.js';

/**
 * Around every route, and around its other interceptors: Cache-Control, ETag with 304, and the compressed form, as the
 * decorators of the route say. An error passes by, and gets none of them.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = responseOf(context);
    const etag = this.reflector.get<ETagOptions | undefined>(ETAG, context.getHandler());
    const isCompressed = this.reflector.get<true | undefined>(COMPRESSED, context.getHandler()) ?? false;
    return next.handle().pipe(
      mergeMap(async (body: unknown) => {
        // Interceptors that look at the answer once it is out need it as the handler gave it.
        response.locals.answer = body;
        if (isCompressed) response.vary('Accept-Encoding');
        const sent = etagResponse(response, body, etag);
        return isCompressed && isText(sent) ? ((await compressedAnswer(response, sent)) ?? sent) : sent;
      }),
    );
  }
}

/** True for an answer that is sent unchanged; anything else becomes JSON. */
export const isText = (sent: unknown): sent is string | Buffer | PreparedJson =>
  sent instanceof PreparedJson || typeof sent === 'string' || Buffer.isBuffer(sent);
