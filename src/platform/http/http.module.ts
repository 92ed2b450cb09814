import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AnswerInterceptor } from './answer.interceptor.js';
import { ErrorFilter } from './error.filter.js';

/** Providers that every route shares. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
  ],
})
export class HttpModule {}
