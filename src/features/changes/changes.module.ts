import { Module } from '@nestjs/common';
import { CallerPlaceRepository } from './caller-place.repository.js';
import { ChangesController } from './changes.controller.js';
import { ChangesService } from './changes.service.js';
import { CursorSeal } from './cursor-seal.service.js';
import { EffectsRepository } from './effects.repository.js';
import { ItemVisibilityRepository } from './item-visibility.repository.js';
import { PassedWindowsRepository } from './passed-windows.repository.js';
import { ToldChanges } from './told-changes.service.js';

/** What has changed since a cursor: it reads what other rooms write, and writes nothing. */
@Module({
  controllers: [ChangesController],
  providers: [
    CallerPlaceRepository,
    ChangesService,
    CursorSeal,
    EffectsRepository,
    ItemVisibilityRepository,
    PassedWindowsRepository,
    ToldChanges,
  ],
})
export class ChangesModule {}
