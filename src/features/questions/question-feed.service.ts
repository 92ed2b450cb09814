import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FedQuestion, QuestionOwner } from './fed-question.js';
import { QuestionFeedRepository, type Asked } from './question-feed.repository.js';

/** The way in for questions, which come with what asks them. */
@Injectable()
export class QuestionFeed {
  constructor(private readonly questions: QuestionFeedRepository) {}

  /** Whether just these are asked already, in this order. */
  async areAsked(manager: EntityManager, owner: QuestionOwner, given: FedQuestion[]): Promise<boolean> {
    return isDeepStrictEqual(given.map(inFull), await this.questions.find(manager, owner));
  }

  /** In the place of those that are there, which nobody may have answered. */
  replace(manager: EntityManager, owner: QuestionOwner, given: FedQuestion[]): Promise<void> {
    return this.questions.replace(manager, owner, given.map(inFull));
  }
}

const inFull = (question: FedQuestion): Asked => ({
  type: question.type,
  text: question.text,
  required: question.required ?? false,
  private: question.private ?? false,
  required_on_decline: question.required_on_decline ?? false,
  choices: question.choices ?? [],
});
