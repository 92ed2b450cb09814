import { Module } from '@nestjs/common';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { QuestionFeedModule } from '../questions/question-feed.module.js';
import { SlipFeedRepository } from './slip-feed.repository.js';
import { SlipFeedService } from './slip-feed.service.js';

@Module({
  imports: [ImageEmbeddingModule, QuestionFeedModule],
  providers: [SlipFeedRepository, SlipFeedService],
  exports: [SlipFeedService],
})
export class SlipFeedModule {}
