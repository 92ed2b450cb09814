import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { MAX_KEY_LENGTH } from './idempotency.errors.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/**
 * On a handler that makes something: with `Idempotency-Key` it does so once, however often a lost connection makes the
 * client ask (contract section 0, rule 10). Above `@Discloses`, so that a repeated answer is recorded as well.
 */
export const Repeatable = () =>
  applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Chosen by the client, best a UUID. The same key with the same body within 24 hours gets the first answer ' +
        'again; with another body it is 409 `idempotency_key_reused`. What was refused is judged anew.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
    }),
  );
