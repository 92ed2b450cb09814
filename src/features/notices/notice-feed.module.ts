import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { NoticeFeedService } from './notice-feed.service.js';
import { NoticesRepository } from './notices.repository.js';

@Module({
  imports: [AlertsModule, ImageEmbeddingModule],
  providers: [NoticeFeedService, NoticesRepository],
  exports: [NoticeFeedService],
})
export class NoticeFeedModule {}
