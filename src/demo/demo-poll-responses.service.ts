import { Injectable } from '@nestjs/common';
import type { DemoPoll } from './data/polls.js';
import { DemoPeople, some } from './demo-people.js';
import { orNull, Seeded } from './people.js';
import { PollsService } from '../features/polls/polls.service.js';

@Injectable()
export class DemoPollResponses {
  constructor(private readonly polls: PollsService) {}

  /** By as many as the poll wants, of those whom it is addressed to. */
  async give(people: DemoPeople, pollId: string, { title, responses = 0 }: DemoPoll): Promise<void> {
    const random = new Seeded(title.length);
    await some(responses, people.others(title.length), async (member) => {
      const poll = await orNull(this.polls.get(member, pollId));
      if (!poll) return false;
      const answers = poll.questions.map(({ id, choices }) => ({
        question_id: id,
        choice_id: random.pick(choices).id,
      }));
      return (await orNull(this.polls.respond(member, pollId, answers))) !== null;
    });
  }
}
