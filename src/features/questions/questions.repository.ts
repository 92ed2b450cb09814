import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AskedQuestion } from './stored-answers.js';

@Injectable()
export class QuestionsRepository {
  /** In their order. */
  findOfSignup(manager: EntityManager, signupId: string): Promise<AskedQuestion[]> {
    return manager.query(
      `select q.id, q.type, q.required, array(select c.id from question_choices c where c.question_id = q.id) as choices
       from questions q where q.signup_id = $1 order by q.position`,
      [signupId],
    );
  }
}
