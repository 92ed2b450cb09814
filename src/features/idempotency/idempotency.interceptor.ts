import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { hash } from 'node:crypto';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import {
  canonicalJson,
  InvalidIdempotencyKeyError,
  MAX_KEY_LENGTH,
  type QueuedWrite,
  RepeatedWritesService,
} from './repeated-writes.service.js';
import type { CallerOnRequest } from '../../platform/auth/caller.js';
import { requestOf, responseOf } from '../../platform/http/http-context.js';
import type { RepeatableWrite } from './idempotency-keys.repository.js';
import type { ReplayOnRequest } from './replay.js';

export const RESULT_KEY = 'idempotency:result-key';
export const IS_SLOW = 'idempotency:is-slow';

/** Behind the guards: who has lost the right to call the operation at all is refused before anything is looked up. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly writes: RepeatedWritesService,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf<Request & CallerOnRequest>(context);
    if (request.headers['idempotency-key'] === undefined) return next.handle();
    const isSlow = this.reflector.get<boolean | undefined>(IS_SLOW, context.getHandler()) ?? false;
    return from(this.once(context, { ...writeOf(request), isSlow }, next));
  }

  private async once(context: ExecutionContext, write: QueuedWrite, next: CallHandler): Promise<unknown> {
    const [request, response] = [requestOf<ReplayOnRequest>(context), responseOf(context)];
    const resultKeyOf = this.reflector.get<(answer: unknown) => string>(RESULT_KEY, context.getHandler());
    const { status, answer } = await this.writes.once(write, async (replay) => {
      if (replay) request.replay = replay;
      const answer: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      const key = answer === undefined ? null : (resultKeyOf(answer) ?? null);
      const { isBodyDigestOmitted = false } = request;
      return { status: response.statusCode, resultKey: key, answer, isBodyDigestOmitted };
    });
    response.status(status);
    return answer;
  }
}

function writeOf({ account, body, headers, method, path }: Request & CallerOnRequest): RepeatableWrite {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_LENGTH)
    throw new InvalidIdempotencyKeyError();
  if (!account) throw new Error('Repeatable on a public route');
  // A body that the operation does not declare counts as an empty one.
  const bodyDigest = hash('sha256', canonicalJson(body ?? {}), 'base64url');
  return { userId: account.userId, operation: `${method} ${path}`, key, bodyDigest };
}
