import { Module } from '@nestjs/common';
import { CallerAccessRepository } from './caller-access.repository.js';
import { ChangesController } from './changes.controller.js';
import { ChangesService } from './changes.service.js';
import { CursorSeal } from './cursor-seal.service.js';
import { EffectsRepository } from './effects.repository.js';
import { ItemVisibilityRepository } from './item-visibility.repository.js';
import { PassedWindowsRepository } from './passed-windows.repository.js';
import { VisibleChanges } from './visible-changes.service.js';

/** What has changed since a cursor: it reads what other rooms write, and writes nothing. */
@Module({
  controllers: [ChangesController],
  providers: [
    CallerAccessRepository,
    ChangesService,
    CursorSeal,
    EffectsRepository,
    ItemVisibilityRepository,
    PassedWindowsRepository,
    VisibleChanges,
  ],
})
export class ChangesModule {}
