import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ErrorFilter } from '../errors/error.filter.js';
import { EntityTagInterceptor } from './entity-tag.interceptor.js';
import { JsonBodyInterceptor } from './json-body.interceptor.js';
import { RequestValidation } from './validation.pipe.js';

/** What every route shares. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: EntityTagInterceptor },
    { provide: APP_PIPE, useClass: RequestValidation },
  ],
})
export class HttpModule {}
