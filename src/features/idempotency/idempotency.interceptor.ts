import { hash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { CallerOnRequest } from '../../access/caller.js';
import { requestOf, responseOf } from '../../http/exchange.js';
import { canonicalJson } from './canonical-json.js';
import { InvalidIdempotencyKeyError, MAX_KEY_LENGTH } from './idempotency.errors.js';
import { RepeatedWritesService } from './repeated-writes.service.js';
import type { RepeatableWrite } from './idempotency-keys.repository.js';

/** Behind the guards: who has lost the right does not get the old answer. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly writes: RepeatedWritesService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf<Request & CallerOnRequest>(context);
    if (request.headers['idempotency-key'] === undefined) return next.handle();
    return from(this.once(writeOf(request), responseOf(context), next));
  }

  private async once(write: RepeatableWrite, response: Response, next: CallHandler): Promise<unknown> {
    const { status, answer } = await this.writes.once(write, async () => {
      const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      return { status: response.statusCode, answer: body === undefined ? null : JSON.stringify(body) };
    });
    response.status(status);
    // As the handler gave it, for whoever looks at it on its way out (`@Discloses`).
    return answer === null ? undefined : JSON.parse(answer);
  }
}

function writeOf({ account, body, headers, method, path }: Request & CallerOnRequest): RepeatableWrite {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_LENGTH)
    throw new InvalidIdempotencyKeyError();
  if (!account) throw new Error('Repeatable on a public route');
  // What an operation does not have is not read.
  const bodyDigest = hash('sha256', canonicalJson(body ?? {}), 'base64url');
  return { userId: account.userId, operation: `${method} ${path}`, key, bodyDigest };
}
