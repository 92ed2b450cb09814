import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ErrorFilter } from '../errors/error.filter.js';
import { AnswerTagGuard } from './answer-tag.guard.js';

/** What every route shares. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: AnswerTagGuard },
  ],
})
export class HttpModule {}
