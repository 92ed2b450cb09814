import { Global, Module } from '@nestjs/common';
import { IdempotencyKeysRepository } from './idempotency-keys.repository.js';
import { RepeatedWritesService } from './repeated-writes.service.js';

/** Global, so that a handler of any feature is repeatable by its `@Repeatable` alone. */
@Global()
@Module({
  providers: [IdempotencyKeysRepository, RepeatedWritesService],
  exports: [RepeatedWritesService],
})
export class IdempotencyModule {}
