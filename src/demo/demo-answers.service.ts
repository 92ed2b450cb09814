import { Injectable } from '@nestjs/common';
import type { DemoPoll } from './data/polls.js';
import type { DemoSignup } from './data/signups.js';
import type { DemoSlip } from './data/permission-slips.js';
import { type Answered, DemoAnswersRepository } from './demo-answers.repository.js';
import { type DemoMember, DemoPeople, some, answerTo } from './demo-people.js';
import { DemoSlipResponses } from './demo-slip-responses.service.js';
import { DemoWeek, type Loading, gameKey } from './demo-calendar.js';
import { SignupClaimsService } from '../features/signups/signup-claims.service.js';
import { SignupsService } from '../features/signups/signups.service.js';
import { orNull, Seeded } from './people.js';
import { PollsService } from '../features/polls/polls.service.js';
import { ResultsService } from '../features/calendar/results.service.js';
import type { DemoGames } from './data/calendar.js';

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

@Injectable()
export class DemoClaims {
  constructor(
    private readonly signups: SignupsService,
    private readonly claims: SignupClaimsService,
  ) {}

  /** One place each, in the order that the items tell; who comes too late waits. */
  async give(people: DemoPeople, signupId: string, { title, items }: DemoSignup): Promise<void> {
    const others = people.others(title.length);
    for (const { title: item, claims = [] } of items)
      for (const claim of claims)
        if (typeof claim === 'number')
          await some(claim, others, (member) => this.claim(member, signupId, item));
        else for (const member of people.named(claim)) await this.claim(member, signupId, item);
  }

  /** @returns whether they have something now */
  private async claim(member: DemoMember, signupId: string, title: string): Promise<boolean> {
    const signup = await orNull(this.signups.get(member, signupId));
    const item = signup?.items.find((one) => one.title === title);
    if (!signup || !item) return false;
    const input = {
      item_id: item.id,
      accept_waitlist: true,
      answers: signup.questions.filter(({ required }) => required).map(answerTo),
    };
    return (await orNull(this.claims.claim(member, signupId, input))) !== null;
  }
}

/** What a school asks its families. */
export interface Asking {
  polls: DemoPoll[];
  signups: DemoSignup[];
  slips: DemoSlip[];
}

/** Has the families of a demo school answer, by the services that answer for anybody. */
@Injectable()
export class DemoAnswersService {
  constructor(
    private readonly repository: DemoAnswersRepository,
    private readonly polls: DemoPollResponses,
    private readonly claims: DemoClaims,
    private readonly slips: DemoSlipResponses,
  ) {}

  /** What somebody has answered already is left as it is, so that a second load changes nothing. */
  async give(schoolId: string, { polls, signups, slips }: Asking, loading: Loading): Promise<void> {
    const people = new DemoPeople(await this.repository.findMembers(schoolId));
    const week = new DemoWeek(loading);
    const each = async <Asked extends { key: string }>(
      table: Answered,
      asked: Asked[],
      answer: (people: DemoPeople, id: string, one: Asked) => Promise<void>,
    ): Promise<void> => {
      for (const one of asked) {
        const id = await this.repository.findUnanswered(table, schoolId, week.keyOf(one));
        if (id) await answer(people, id, one);
      }
    };
    await each('polls', polls, (...given) => this.polls.give(...given));
    await each('signups', signups, (...given) => this.claims.give(...given));
    await each('permission_slips', slips, (...given) => this.slips.give(...given));
  }
}

/** Who keeps the scores. */
const RECORDER = 'junior@demo.school';

@Injectable()
export class DemoResults {
  constructor(
    private readonly repository: DemoAnswersRepository,
    private readonly results: ResultsService,
  ) {}

  /** Of the games that are over; what somebody has recorded already stays. */
  async give(schoolId: string, seasons: DemoGames[]): Promise<void> {
    const [recorder] = new DemoPeople(await this.repository.findMembers(schoolId)).named(RECORDER);
    if (!recorder) return;
    for (const { organization, scores } of seasons)
      for (const [at, [ours, theirs]] of scores.entries()) {
        const game = await this.repository.findGameWithoutResult(schoolId, gameKey(organization, at));
        if (!game) continue;
        const outcome = ours > theirs ? 'win' : ours < theirs ? 'loss' : 'tie';
        const result = { outcome, score_for: ours, score_against: theirs } as const;
        await this.results.put(recorder, game.organizationId, game.id, result, { quiet: true });
      }
  }
}
