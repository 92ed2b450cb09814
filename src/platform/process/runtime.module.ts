import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';

/** The settings and the clock, for everyone. */
@Global()
@Module({})
export class RuntimeModule {
  static with(settings: Settings, clock = new Clock(settings.clockOffsetMs)): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: Clock, useValue: clock },
      ],
      exports: [SETTINGS, Clock],
    };
  }
}
