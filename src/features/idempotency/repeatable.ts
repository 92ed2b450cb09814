import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { hash } from 'node:crypto';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import {
  canonicalJson,
  InvalidIdempotencyKeyError,
  MAX_KEY_LENGTH,
  RepeatedWritesService,
} from './repeated-writes.service.js';
import type { CallerOnRequest } from '../../platform/auth/caller.js';
import { requestOf, responseOf } from '../../platform/http/http-context.js';
import type { RepeatableWrite } from './idempotency-keys.repository.js';
import type { ReplayOnRequest } from './replay.js';

const CREATED_ID = 'idempotency:created-id';

/** Of the answer of an operation: the id of what it has made. */
export type CreatedId = (answer: never) => string;

export const WithCreatedId = (createdId: CreatedId) => SetMetadata(CREATED_ID, createdId);

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
    return from(this.once(context, writeOf(request), next));
  }

  private async once(context: ExecutionContext, write: RepeatableWrite, next: CallHandler): Promise<unknown> {
    const [request, response] = [requestOf<ReplayOnRequest>(context), responseOf(context)];
    const createdId = this.reflector.get<(answer: unknown) => string>(CREATED_ID, context.getHandler());
    const { status, answer } = await this.writes.once(write, async (replay) => {
      if (replay) request.replay = replay;
      const answer: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      const made = answer === undefined ? null : (createdId(answer) ?? null);
      const { isBodyForgotten = false } = request;
      return { status: response.statusCode, createdId: made, answer, isBodyForgotten };
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
  // What an operation does not have is not read.
  const bodyDigest = hash('sha256', canonicalJson(body ?? {}), 'base64url');
  return { userId: account.userId, operation: `${method} ${path}`, key, bodyDigest };
}

/**
 * On a handler that makes something: with `Idempotency-Key` it does so once, however often a lost connection makes the
 * client ask (contract section 0, rule 10). The handler takes `@CurrentReplay()` and hands it on. Above `@LogsAccess`, so
 * that a repeated answer is recorded as well.
 * @param createdId where the answer has the id of what was made, if not in `id`
 */
export const Repeatable = (createdId: CreatedId = ({ id }: { id: string }) => id) =>
  applyDecorators(
    WithCreatedId(createdId),
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and ' +
        'shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 ' +
        '`idempotency_key_reused`. What was refused is judged anew.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
    }),
  );
