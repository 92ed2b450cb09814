import { randomUUID } from 'node:crypto';
import { Poll, PollChoice, PollQuestion, PollResponse } from '../../src/features/polls/poll.entity.js';
import { PollAnswer } from '../../src/features/polls/poll-answer.entity.js';
import type { ApiAnswer } from './api-client.js';
import type { Person, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

const HOUR = 3_600_000;

/** What a test chooses: the place of a choice for each question, in their order. */
export type Choosing = number[];

interface AskedQuestion {
  id: string;
  choices: string[];
}

/**
 * For the whole school, opened an hour ago and without an end, unless given.
 * @param questions how many choices each has
 */
export async function aPoll(
  t: TestApp,
  school: TestSchool,
  given: Partial<Poll> = {},
  questions: number[] = [2, 3],
): Promise<TestPoll> {
  const { manager } = t.dataSource;
  const opensAt = new Date(t.clock.now().getTime() - HOUR);
  const poll = await manager.save(
    manager.create(Poll, {
      schoolId: school.id,
      title: 'Picnic',
      audienceType: 'school',
      opensAt,
      resultsVisibility: 'always',
      source: 'content',
      sourceId: randomUUID(),
      createdAt: opensAt,
      updatedAt: opensAt,
      ...given,
    }),
  );
  const { id: pollId, schoolId } = poll;
  const asked: AskedQuestion[] = [];
  for (const [position, choices] of questions.entries()) {
    const question = { schoolId, pollId, position, text: `Question ${position}` };
    const { id: questionId } = await manager.save(manager.create(PollQuestion, question));
    const rows = Array.from({ length: choices }, (_, at) =>
      manager.create(PollChoice, { schoolId, questionId, position: at, text: `Choice ${at}` }),
    );
    asked.push({ id: questionId, choices: (await manager.save(rows)).map(({ id }) => id) });
  }
  return new TestPoll(t, poll, asked);
}

export class TestPoll {
  readonly id: string;

  constructor(
    private readonly t: TestApp,
    readonly entity: Poll,
    readonly questions: AskedQuestion[],
  ) {
    this.id = entity.id;
  }

  answers(choosing: Choosing = []): { question_id: string; choice_id: string }[] {
    return this.questions.map(({ id, choices }, at) => ({
      question_id: id,
      choice_id: choices[choosing[at] ?? 0]!,
    }));
  }

  get({ token }: Pick<Person, 'token'>, headers = {}): Promise<ApiAnswer> {
    return this.t.api.get(`/polls/${this.id}`, { token, headers });
  }

  respond({ token }: Pick<Person, 'token'>, answers: unknown = this.answers()): Promise<ApiAnswer> {
    return this.t.api.post(`/polls/${this.id}/respond`, { token, body: { answers } });
  }

  /** By someone of no account any more, or of this one. */
  async aResponse(choosing: Choosing = [], person: Pick<Person, 'userId'> | null = null): Promise<void> {
    const { manager } = this.t.dataSource;
    const { schoolId, id: pollId } = this.entity;
    const userId = person && person.userId;
    const response = { schoolId, pollId, userId, submittedAt: this.t.clock.now() };
    const { id: responseId } = await manager.save(manager.create(PollResponse, response));
    const answers = this.answers(choosing);
    await manager.insert(
      PollAnswer,
      answers.map(({ question_id, choice_id }) => ({
        responseId,
        schoolId,
        questionId: question_id,
        choiceId: choice_id,
      })),
    );
  }

  responses(): Promise<PollResponse[]> {
    return this.t.dataSource.manager.findBy(PollResponse, { pollId: this.id });
  }

  async answerCount(): Promise<number> {
    const [row] = await this.t.dataSource.query<{ n: number }[]>(
      `select count(*)::int as n from poll_answers a join poll_responses r on r.id = a.response_id
       where r.poll_id = $1`,
      [this.id],
    );
    return row!.n;
  }
}
