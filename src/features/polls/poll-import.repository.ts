import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Poll, PollChoice, PollQuestion, PollResponse } from './poll.entity.js';

/** A question as an import brings it. */
export interface QuestionInput {
  text: string;
  choices: string[];
}

const QUESTIONS = `
  select q.text, (select coalesce(json_agg(c.text order by c.position), '[]')
    from poll_choices c where c.school_id = q.school_id and c.question_id = q.id) as choices
  from poll_questions q where q.school_id = $1 and q.poll_id = $2 order by q.position`;

@Injectable()
export class PollImportRepository {
  hasAnswers(manager: EntityManager, { id: pollId, schoolId }: Poll): Promise<boolean> {
    return manager.getRepository(PollResponse).existsBy({ schoolId, pollId });
  }

  /** Questions in the form of an import. */
  findQuestions(manager: EntityManager, { id, schoolId }: Poll): Promise<QuestionInput[]> {
    return manager.query<QuestionInput[]>(QUESTIONS, [schoolId, id]);
  }

  /** In the place of those that are there, which nobody has answered. */
  async replaceQuestions(
    manager: EntityManager,
    { id: pollId, schoolId }: Poll,
    given: QuestionInput[],
  ): Promise<void> {
    const questions = given.map(({ text }, position) => ({
      id: randomUUID(),
      schoolId,
      pollId,
      position,
      text,
    }));
    const choices = given.flatMap((question, at) =>
      question.choices.map((text, position) => ({
        schoolId,
        questionId: questions[at]!.id,
        position,
        text,
      })),
    );
    await manager.getRepository(PollQuestion).delete({ schoolId, pollId });
    await manager.getRepository(PollQuestion).insert(questions);
    await manager.getRepository(PollChoice).insert(choices);
  }
}
