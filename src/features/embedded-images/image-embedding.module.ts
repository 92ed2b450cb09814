import { Module } from '@nestjs/common';
import { EmbeddedImagesRepository } from './embedded-images.repository.js';
import { ImageEmbeddingService } from './image-embedding.service.js';

@Module({ providers: [EmbeddedImagesRepository, ImageEmbeddingService], exports: [ImageEmbeddingService] })
export class ImageEmbeddingModule {}
