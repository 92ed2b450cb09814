import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type GivenAnswer, type StoredAnswer, storedAnswers } from './stored-answers.js';
import type { QuestionOwner } from './imported-question.js';
import { QuestionsRepository } from './questions.repository.js';

@Injectable()
export class QuestionsService {
  constructor(private readonly questions: QuestionsRepository) {}

  /**
   * The answers to a sign-up's questions, as they are kept.
   * @throws InvalidAnswersError
   */
  async answersOfSignup(
    manager: EntityManager,
    signup: Omit<QuestionOwner, 'of'>,
    given: GivenAnswer[],
  ): Promise<StoredAnswer[]> {
    return storedAnswers(await this.questions.findOfSignup(manager, signup), given);
  }
}
