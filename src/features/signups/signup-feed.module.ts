import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { ClaimDeparturesModule } from './claim-departures.module.js';
import { SignupFeedRepository } from './signup-feed.repository.js';
import { SignupFeedService } from './signup-feed.service.js';
import { SignupNews } from './signup-news.service.js';
import { SignupQuestionsFeedRepository } from './signup-questions-feed.repository.js';
import { SignupQuestionsFeed } from './signup-questions-feed.service.js';

@Module({
  imports: [AlertsModule, ClaimDeparturesModule, ImageEmbeddingModule],
  providers: [
    SignupFeedRepository,
    SignupFeedService,
    SignupNews,
    SignupQuestionsFeed,
    SignupQuestionsFeedRepository,
  ],
  exports: [SignupFeedService],
})
export class SignupFeedModule {}
