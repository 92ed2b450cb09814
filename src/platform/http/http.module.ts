import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ErrorFilter } from './error.filter.js';
import { ETagGuard } from './etag.guard.js';

/** What every route shares. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: ETagGuard },
  ],
})
export class HttpModule {}
