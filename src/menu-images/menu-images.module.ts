import { Module } from '@nestjs/common';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { ImagesServiceMenuImageMaker } from './images-service.menu-image-maker.js';
import { MenuCardMenuImageMaker } from './menu-card.menu-image-maker.js';
import { MenuImageMaker } from './menu-image-maker.js';

@Module({
  providers: [
    {
      provide: MenuImageMaker,
      inject: [SETTINGS],
      useFactory: ({ imageService, imageTimeoutMs }: Settings): MenuImageMaker =>
        imageService
          ? new ImagesServiceMenuImageMaker(imageService, imageTimeoutMs)
          : new MenuCardMenuImageMaker(),
    },
  ],
  exports: [MenuImageMaker],
})
export class MenuImagesModule {}
