import { Module } from '@nestjs/common';
import { QuestionsRepository } from './questions.repository.js';
import { QuestionsService } from './questions.service.js';

@Module({ providers: [QuestionsRepository, QuestionsService], exports: [QuestionsService] })
export class QuestionsModule {}
