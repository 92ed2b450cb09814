import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { OrganizationAccessModule } from '../organizations/organization-access.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { EmbeddedImagesController } from './embedded-images.controller.js';
import { ImageDownloadsService } from './image-downloads.service.js';
import { ImageEmbeddingModule } from './image-embedding.module.js';
import { ImageUploadsService } from './image-uploads.service.js';
import { NewImagesService } from './new-images.service.js';

@Module({
  imports: [ImageEmbeddingModule, OrganizationAccessModule, PhotosModule, StorageModule],
  controllers: [EmbeddedImagesController],
  providers: [ImageDownloadsService, ImageUploadsService, NewImagesService],
})
export class EmbeddedImagesModule {}
