import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImportedQuestion, QuestionOwner } from './imported-question.js';
import { QuestionImportRepository, type FullQuestion } from './question-import.repository.js';

/** The way in for questions, which come with what asks them. */
@Injectable()
export class QuestionImporter {
  constructor(private readonly questions: QuestionImportRepository) {}

  /** Whether just these are asked already, in this order. */
  async areStored(manager: EntityManager, owner: QuestionOwner, given: ImportedQuestion[]): Promise<boolean> {
    return isDeepStrictEqual(given.map(inFull), await this.questions.findQuestions(manager, owner));
  }

  /** In the place of those that are there, which nobody may have answered. */
  replace(manager: EntityManager, owner: QuestionOwner, given: ImportedQuestion[]): Promise<void> {
    return this.questions.replaceQuestions(manager, owner, given.map(inFull));
  }
}

const inFull = (question: ImportedQuestion): FullQuestion => ({
  type: question.type,
  text: question.text,
  required: question.required ?? false,
  private: question.private ?? false,
  required_on_decline: question.required_on_decline ?? false,
  choices: question.choices ?? [],
});
