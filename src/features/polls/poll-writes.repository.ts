import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { isRetained } from '../../policy/answered-item.js';
import type { DeletedItem, DeletedItems } from '../publishing/deleted-items.service.js';
import { Poll, PollChoice, PollQuestion, PollResponse } from './poll.entity.js';
import type { QuestionInput } from './new-poll.js';

const QUESTIONS = `
  select q.text, (select coalesce(json_agg(c.text order by c.position), '[]')
    from poll_choices c where c.school_id = q.school_id and c.question_id = q.id) as choices
  from poll_questions q where q.school_id = $1 and q.poll_id = $2 order by q.position`;

/** Of whichever school. What an import brought is remembered: it would bring it again. */
const FIND_REMOVABLE = `
  select p.id, p.school_id as "schoolId", p.description as text from polls p
  where p.deleted_at is not null and p.source = 'api' and not ${isRetained('p', '$1')} and not exists (
    select from poll_responses r where r.school_id = p.school_id and r.poll_id = p.id)
  order by p.deleted_at limit 1 for update of p skip locked`;

@Injectable()
export class PollWritesRepository implements DeletedItems {
  /** Locks the poll: another change of it, and an answer to it, wait. */
  lock({ manager, member }: WriteContext, id: string): Promise<Poll | null> {
    const where = { schoolId: member.schoolId, id };
    return manager.getRepository(Poll).findOne({ where, lock: { mode: 'for_no_key_update' } });
  }

  async insert(manager: EntityManager, poll: Poll): Promise<void> {
    await manager.getRepository(Poll).insert(poll);
  }

  async update(manager: EntityManager, { id, ...columns }: Poll): Promise<void> {
    await manager.getRepository(Poll).update({ schoolId: columns.schoolId, id }, columns);
  }

  async lockRemovable(manager: EntityManager, now: Date): Promise<DeletedItem | null> {
    const [found] = await manager.query<DeletedItem[]>(FIND_REMOVABLE, [now]);
    return found ?? null;
  }

  async remove(manager: EntityManager, { id, schoolId }: DeletedItem): Promise<void> {
    await manager.getRepository(Poll).delete({ schoolId, id });
  }

  hasAnswers(manager: EntityManager, { id: pollId, schoolId }: Poll): Promise<boolean> {
    return manager.getRepository(PollResponse).existsBy({ schoolId, pollId });
  }

  /** Questions in the form of an input. */
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
