import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { EmbeddedImagesRepository } from './embedded-images.repository.js';
import { ImageEmbeddingService } from './image-embedding.service.js';

/** For every feature that stores rich text. */
@Module({
  imports: [StorageModule],
  providers: [EmbeddedImagesRepository, ImageEmbeddingService],
  exports: [EmbeddedImagesRepository, ImageEmbeddingService],
})
export class ImageEmbeddingModule {}
