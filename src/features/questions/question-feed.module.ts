import { Module } from '@nestjs/common';
import { QuestionFeedRepository } from './question-feed.repository.js';
import { QuestionFeed } from './question-feed.service.js';

@Module({ providers: [QuestionFeed, QuestionFeedRepository], exports: [QuestionFeed] })
export class QuestionFeedModule {}
