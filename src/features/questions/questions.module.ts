import { Module } from '@nestjs/common';
import { QuestionsRepository } from './questions.repository.js';
import { QuestionImportRepository } from './question-import.repository.js';
import { QuestionsService } from './questions.service.js';
import { QuestionImporter } from './question.importer.js';

@Module({
  providers: [QuestionImporter, QuestionImportRepository, QuestionsRepository, QuestionsService],
  exports: [QuestionImporter, QuestionsService],
})
export class QuestionsModule {}
