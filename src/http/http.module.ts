import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ErrorFilter } from '../errors/error.filter.js';
import { AnswerTagGuard } from './answer-tag.guard.js';
import { RequestValidation } from './validation.pipe.js';

/** What every route shares. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: AnswerTagGuard },
    { provide: APP_PIPE, useClass: RequestValidation },
  ],
})
export class HttpModule {}
