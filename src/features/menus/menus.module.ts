import { Module } from '@nestjs/common';
import { MenuImagesModule } from '../../menu-images/menu-images.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { MenuImageController } from './menu-image.controller.js';
import { MenuImageGenerationService } from './menu-image-generation.service.js';
import { MenuImageRunsRepository } from './menu-image-runs.repository.js';
import { MenuImageService } from './menu-image.service.js';
import { MenuPicturesController } from './menu-pictures.controller.js';
import { MenuPicturesService } from './menu-pictures.service.js';
import { MenusController } from './menus.controller.js';
import { MenusRepository } from './menus.repository.js';
import { MenusService } from './menus.service.js';

@Module({
  imports: [MenuImagesModule, StorageModule],
  controllers: [MenusController, MenuImageController, MenuPicturesController],
  providers: [
    MenuImageGenerationService,
    MenuImageRunsRepository,
    MenuImageService,
    MenuPicturesService,
    MenusRepository,
    MenusService,
  ],
})
export class MenusModule {}
