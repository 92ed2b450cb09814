import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataKeys } from '../auth/data-keys.js';
import { SIGNING_KEYS, signingKeysOf } from '../auth/signing-keys.js';
import { Clock } from '../clock/clock.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';

const KEYS = { provide: SIGNING_KEYS, inject: [SETTINGS], useFactory: signingKeysOf };

/** The settings, the keys, the clock and the jobs, for everyone. */
@Global()
@Module({})
export class RuntimeModule {
  static with(settings: Settings, clock = new Clock(settings.clockOffsetMs)): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: Clock, useValue: clock },
        KEYS,
        DataKeys,
        BackgroundJobs,
      ],
      exports: [SETTINGS, Clock, SIGNING_KEYS, DataKeys, BackgroundJobs],
    };
  }
}
