import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { EmbeddedImagesController } from './embedded-images.controller.js';
import { ImageDownloadsService } from './image-downloads.service.js';
import { ImageUploadsService } from './image-uploads.service.js';
import { NewImagesService } from './new-images.service.js';
import { EmbeddedImagesRepository } from './embedded-images.repository.js';
import { ImageEmbeddingService } from './image-embedding.service.js';

@Module({
  imports: [AuthModule, PhotosModule, StorageModule],
  controllers: [EmbeddedImagesController],
  providers: [
    EmbeddedImagesRepository,
    ImageDownloadsService,
    ImageEmbeddingService,
    ImageUploadsService,
    NewImagesService,
  ],
  exports: [ImageEmbeddingService, ImageUploadsService],
})
export class EmbeddedImagesModule {}
