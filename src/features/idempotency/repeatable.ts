import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { MAX_KEY_LENGTH } from './repeated-writes.service.js';
import { CREATED_ID, IdempotencyInterceptor } from './idempotency.interceptor.js';

/** The id of what an operation has made, from its answer. */
export type CreatedId = (answer: never) => string;

export const WithCreatedId = (createdId: CreatedId) => SetMetadata(CREATED_ID, createdId);

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
