import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { ItemImporter } from '../publishing/item-import.js';
import { Poll, PollChoice, PollQuestion, PollResponse } from './poll.entity.js';
import type { AskedInput } from './poll-import.js';

const ASKED = `
  select q.text, (select coalesce(json_agg(c.text order by c.position), '[]')
    from poll_choices c where c.question_id = q.id) as choices
  from poll_questions q where q.poll_id = $1 order by q.position`;

@Injectable()
export class PollImportRepository {
  /** What the source brought before, by its keys; whoever would answer one of them waits. */
  async lockImported(
    { manager, schoolId, source }: ItemImporter,
    sourceIds: string[],
  ): Promise<Map<string, Poll>> {
    const where = { schoolId, source, sourceId: In(sourceIds) };
    const lock = { mode: 'for_no_key_update' } as const;
    const polls = await manager.find(Poll, { where, order: { id: 'asc' }, lock });
    return new Map(polls.map((poll) => [poll.sourceId, poll]));
  }

  hasAnswers(manager: EntityManager, { id: pollId }: Poll): Promise<boolean> {
    return manager.existsBy(PollResponse, { pollId });
  }

  /** In the shape in which they are fed. */
  findQuestions(manager: EntityManager, { id }: Poll): Promise<AskedInput[]> {
    return manager.query<AskedInput[]>(ASKED, [id]);
  }

  async save(manager: EntityManager, poll: Poll): Promise<void> {
    await manager.upsert(Poll, poll, ['id']);
  }

  /** In the place of those that are there, which nobody has answered. */
  async replaceQuestions(
    manager: EntityManager,
    { id: pollId, schoolId }: Poll,
    asked: AskedInput[],
  ): Promise<void> {
    const questions = asked.map(({ text }, position) => ({
      id: randomUUID(),
      schoolId,
      pollId,
      position,
      text,
    }));
    const choices = asked.flatMap((question, at) =>
      question.choices.map((text, position) => ({
        schoolId,
        questionId: questions[at]!.id,
        position,
        text,
      })),
    );
    await manager.delete(PollQuestion, { pollId });
    await manager.insert(PollQuestion, questions);
    await manager.insert(PollChoice, choices);
  }
}
