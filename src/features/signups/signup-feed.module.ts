import { Module } from '@nestjs/common';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { QuestionFeedModule } from '../questions/question-feed.module.js';
import { ClaimDeparturesModule } from './claim-departures.module.js';
import { SignupFeedRepository } from './signup-feed.repository.js';
import { SignupFeedService } from './signup-feed.service.js';

@Module({
  imports: [ClaimDeparturesModule, ImageEmbeddingModule, QuestionFeedModule],
  providers: [SignupFeedRepository, SignupFeedService],
  exports: [SignupFeedService],
})
export class SignupFeedModule {}
