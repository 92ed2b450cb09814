import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FedQuestion } from './signup-feed.js';
import { SignupQuestionsFeedRepository } from './signup-questions-feed.repository.js';
import type { Signup } from './signup.entity.js';
import { ClaimedSignupError } from './signups.errors.js';

@Injectable()
export class SignupQuestionsFeed {
  constructor(private readonly questions: SignupQuestionsFeedRepository) {}

  /**
   * What was answered keeps its question: others come in the place of those that are there before anything is claimed.
   * @throws ClaimedSignupError
   */
  async take(manager: EntityManager, signup: Signup, given: FedQuestion[] | undefined): Promise<void> {
    if (!given) return;
    const asked = given.map(({ type, text, required = false, choices = [] }) => ({
      type,
      text,
      required,
      choices,
    }));
    if (isDeepStrictEqual(asked, await this.questions.find(manager, signup))) return;
    if (await this.questions.isClaimed(manager, signup)) throw new ClaimedSignupError();
    await this.questions.replace(manager, signup, asked);
  }
}
