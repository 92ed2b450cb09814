import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StoredQuestion } from './stored-answers.js';
import type { QuestionOwner } from './imported-question.js';

@Injectable()
export class QuestionsRepository {
  /** In their order. */
  findOfSignup(
    manager: EntityManager,
    { schoolId, id }: Omit<QuestionOwner, 'of'>,
  ): Promise<StoredQuestion[]> {
    return manager.query(
      `select q.id, q.type, q.required, array(select c.id from question_choices c
         where c.school_id = q.school_id and c.question_id = q.id) as choices
       from questions q where q.school_id = $1 and q.signup_id = $2 order by q.position`,
      [schoolId, id],
    );
  }
}
