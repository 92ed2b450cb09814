import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { MAX_KEY_LENGTH } from './repeated-writes.service.js';
import { IdempotencyInterceptor, IS_SLOW, RESULT_KEY } from './idempotency.interceptor.js';

/** Reads the key of the result from the answer of an operation. */
export type ResultKey = (answer: never) => string | null;

interface RepeatableOptions {
  /** Waits for something else than the database, the object store say, while it has its connection. */
  isSlow?: boolean;
}

/**
 * On a handler that makes something: with `Idempotency-Key` it does so once, however often a lost connection makes the
 * client ask (contract section 0, rule 10). The handler takes `@CurrentReplay()` and hands it on. Above `@LogsAccess`, so
 * that a repeated answer is recorded as well.
 * @param resultKey reads the key of the result; `id` of the answer by default. Null where the answer names nothing
 */
export const Repeatable = (
  resultKey: ResultKey = ({ id }: { id: string }) => id,
  { isSlow = false }: RepeatableOptions = {},
) =>
  applyDecorators(
    SetMetadata(RESULT_KEY, resultKey),
    SetMetadata(IS_SLOW, isSlow),
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
