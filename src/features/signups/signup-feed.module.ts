import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { QuestionFeedModule } from '../questions/question-feed.module.js';
import { ClaimDeparturesModule } from './claim-departures.module.js';
import { SignupFeedRepository } from './signup-feed.repository.js';
import { SignupFeedService } from './signup-feed.service.js';
import { SignupNews } from './signup-news.service.js';

@Module({
  imports: [AlertsModule, ClaimDeparturesModule, ImageEmbeddingModule, QuestionFeedModule],
  providers: [SignupFeedRepository, SignupFeedService, SignupNews],
  exports: [SignupFeedService],
})
export class SignupFeedModule {}
