import { Module } from '@nestjs/common';
import { SnapshotsModule } from '../../platform/cache/snapshots.module.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { MenuSubscriptionsController } from './menu-subscriptions.controller.js';
import { MenuCalendarController } from './menu-calendar.controller.js';
import { MenuEntriesRepository } from './menu-entries.repository.js';
import { MenuCalendarRepository } from './menu-calendar.repository.js';
import { MenuSubscriptionsService } from './menu-subscriptions.service.js';
import { MenusController } from './menus.controller.js';
import { MenuPicturesController } from './menu-pictures.controller.js';
import { MenuImageController } from './menu-image.controller.js';
import { MenuImageService } from './menu-image.service.js';
import { MenuImageGenerationService } from './menu-image-generation.service.js';
import { MenuImageRunsRepository } from './menu-image-runs.repository.js';
import { MenuPicturesService } from './menu-pictures.service.js';
import { MenuChangesService } from './menu-changes.service.js';
import { MenusService } from './menus.service.js';
import { MenuImporter } from './menu.importer.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { ImagesServiceMenuImageMaker } from './images/images-service.menu-image-maker.js';
import { MenuCardMenuImageMaker, MenuImageMaker } from './images/menu-image-maker.js';

@Module({
  imports: [SnapshotsModule, StorageModule],
  controllers: [
    MenuCalendarController,
    MenuImageController,
    MenuPicturesController,
    MenusController,
    MenuSubscriptionsController,
  ],
  providers: [
    {
      provide: MenuImageMaker,
      inject: [SETTINGS],
      useFactory: ({ imageService, imageTimeoutMs }: Settings): MenuImageMaker =>
        imageService
          ? new ImagesServiceMenuImageMaker(imageService, imageTimeoutMs)
          : new MenuCardMenuImageMaker(),
    },
    MenuCalendarRepository,
    MenuChangesService,
    MenuEntriesRepository,
    MenuImageGenerationService,
    MenuImageRunsRepository,
    MenuImageService,
    MenuImporter,
    MenuPicturesService,
    MenusService,
    MenuSubscriptionsService,
  ],
  exports: [MenuImageMaker, MenuImporter],
})
export class MenusModule {}
