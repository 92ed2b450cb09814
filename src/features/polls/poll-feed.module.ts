import { Module } from '@nestjs/common';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { PollFeedRepository } from './poll-feed.repository.js';
import { PollFeedService } from './poll-feed.service.js';

@Module({
  imports: [ImageEmbeddingModule],
  providers: [PollFeedRepository, PollFeedService],
  exports: [PollFeedService],
})
export class PollFeedModule {}
