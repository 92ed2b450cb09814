import { Module } from '@nestjs/common';
import { MenuImagesModule } from '../../menu-images/menu-images.module.js';
import { SnapshotsModule } from '../../snapshots/snapshots.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { FeedChangesRepository } from '../../ics/feed-changes.repository.js';
import { MenuCalendarController } from './feed/menu-calendar.controller.js';
import { MenuCalendarRepository } from './feed/menu-calendar.repository.js';
import { MenuCalendarService } from './feed/menu-calendar.service.js';
import { MenuSubscriptionsController } from './feed/menu-subscriptions.controller.js';
import { MenuSubscriptionsRepository } from './feed/menu-subscriptions.repository.js';
import { MenuSubscriptionsService } from './feed/menu-subscriptions.service.js';
import { MenuImageController } from './menu-image.controller.js';
import { MenuImageGenerationService } from './menu-image-generation.service.js';
import { MenuImageRunsRepository } from './menu-image-runs.repository.js';
import { MenuImageService } from './menu-image.service.js';
import { MenuPicturesController } from './menu-pictures.controller.js';
import { MenuPicturesService } from './menu-pictures.service.js';
import { MenusController } from './menus.controller.js';
import { MenusService } from './menus.service.js';

@Module({
  imports: [MenuImagesModule, SnapshotsModule, StorageModule],
  controllers: [
    MenuCalendarController,
    MenusController,
    MenuImageController,
    MenuPicturesController,
    MenuSubscriptionsController,
  ],
  providers: [
    FeedChangesRepository,
    MenuCalendarRepository,
    MenuCalendarService,
    MenuImageGenerationService,
    MenuImageRunsRepository,
    MenuImageService,
    MenuPicturesService,
    MenuSubscriptionsRepository,
    MenuSubscriptionsService,
    MenusService,
  ],
})
export class MenusModule {}
