import { Injectable } from '@nestjs/common';
import type { DemoGames } from './data/calendar.js';
import type { DemoPoll } from './data/polls.js';
import type { DemoSignup } from './data/signups.js';
import type { DemoSlip } from './data/permission-slips.js';
import { type Answered, DemoAnswersRepository } from './demo-answers.repository.js';
import { DemoPeople } from './demo-people.js';
import { DemoSlipResponses } from './demo-slip-responses.service.js';
import { DemoWeek, type Loading } from './demo-calendar.js';
import { DemoResults } from './demo-results.service.js';
import { DemoPollResponses } from './demo-poll-responses.service.js';
import { DemoClaims } from './demo-claims.service.js';

/** Questions of a school to its families, and games that want a result. */
export interface Asking {
  calendar: { games: DemoGames[] };
  polls: DemoPoll[];
  signups: DemoSignup[];
  slips: DemoSlip[];
}

/** Has the families of a demo school answer, and its staff record results, by the services that do so for anybody. */
@Injectable()
export class DemoAnswersService {
  constructor(
    private readonly repository: DemoAnswersRepository,
    private readonly polls: DemoPollResponses,
    private readonly claims: DemoClaims,
    private readonly slips: DemoSlipResponses,
    private readonly results: DemoResults,
  ) {}

  /** Gives the answers. An item that already has answers is left as it is, so that a second load changes nothing. */
  async give(schoolId: string, { polls, signups, slips, calendar }: Asking, loading: Loading): Promise<void> {
    const people = new DemoPeople(await this.repository.findMembers(schoolId));
    const week = new DemoWeek(loading);
    const each = async <Item extends { key: string }>(
      table: Answered,
      items: Item[],
      answer: (people: DemoPeople, id: string, one: Item) => Promise<void>,
    ): Promise<void> => {
      for (const one of items) {
        const id = await this.repository.findUnanswered(table, schoolId, week.keyOf(one));
        if (id) await answer(people, id, one);
      }
    };
    await each('polls', polls, (...given) => this.polls.give(...given));
    await each('signups', signups, (...given) => this.claims.give(...given));
    await each('permission_slips', slips, (...given) => this.slips.give(...given));
    await this.results.give(schoolId, calendar.games);
  }
}
