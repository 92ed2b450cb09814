import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup, type TestSignup } from '../../support/signup.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import {
  GUARDIANS,
  ModelSignup,
  PEOPLE,
  someRules,
  someSteps,
  type ModelClaim,
  type Rules,
  type Step,
  type Told,
} from '../../support/models/signup-model.js';
import { Transactions } from '../../../src/platform/transaction/transactions.service.js';
import { SignupWaitlists } from '../../../src/features/signups/signup-waitlists.service.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const RUNS = Number(process.env.MODEL_RUNS ?? 8);
const BEGINNING = '2026-09-07T12:00:00Z';
const TITLES = ['Cake', 'Tea'] as const;

let t: TestApp;
let school: TestSchool;
/** The manager comes last. */
let people: TestMember[];
let students: string[];
beforeAll(async () => {
  t = await startTestApp();
  t.clock.stopAt(BEGINNING);
  school = await aSchool(t);
  people = [];
  for (let person = 0; person < PEOPLE; person += 1) people.push(await school.parent());
  students = [];
  for (const guardians of GUARDIANS) {
    const student = await school.student();
    for (const person of guardians)
      await school.guardian(student, { membershipId: people[person]!.membershipId });
    students.push(student.id);
  }
  people.push(await school.admin());
});
afterAll(() => t.close());

/** The sign-up itself, its claims by the numbers that the model gave them. */
class RealSignup {
  readonly ids: string[] = [];

  private constructor(private readonly signup: TestSignup<(typeof TITLES)[number]>) {}

  static async create({ claimPer, limit, items }: Rules): Promise<RealSignup> {
    const [cake, tea] = items.map(({ capacity, waitlist }) => ({ capacity, waitlistEnabled: waitlist }));
    const signup = await aSignup(t, school, { Cake: cake!, Tea: tea! }, { claimPer, perPersonLimit: limit });
    return new RealSignup(signup);
  }

  /** @param authors by the claim's number */
  async take(step: Step, authors: number[]): Promise<ApiAnswer | null> {
    if (step.do === 'capacity') return this.setCapacity(step.item, step.capacity);
    if (step.do === 'claim') {
      const { person, item, student, quantity, mayWait } = step;
      const body = { quantity, student_id: idOf(student), accept_waitlist: mayWait };
      return this.signup.claim(people[person]!, TITLES[item]!, body);
    }
    const [who, id] = [people[step.by ?? authors[step.claim]!]!, this.ids[step.claim]!];
    if (step.do === 'withdraw') return this.signup.withdraw(who, id);
    return this.signup.change(who, id, {
      quantity: step.quantity,
      ...(step.student !== undefined && { student_id: idOf(step.student) }),
      ...(step.item !== undefined && { item_id: this.signup.items[TITLES[step.item]!] }),
    });
  }

  /** As a content file does, in one transaction. */
  private async setCapacity(item: number, capacity: number | null): Promise<null> {
    const title = TITLES[item]!;
    const { entity, items } = this.signup;
    await this.signup.setItem(title, { capacity });
    await t.app
      .get(Transactions)
      .run((manager) => t.app.get(SignupWaitlists).promote(manager, entity, [items[title]], t.clock.now()));
    return null;
  }

  /** What was answered, in the words of the model. */
  said({ status, body }: ApiAnswer): unknown[] {
    if (status >= 400) return [status, body.error.reason].filter((part) => part !== undefined);
    if (!body) return [status];
    if (!this.ids.includes(body.id)) this.ids.push(body.id);
    const { quantity, status: place, waitlist_position } = body;
    const [item, student] = [this.itemOf(body.item_id), students.indexOf(body.student_id)];
    const number = this.ids.indexOf(body.id);
    return [status, { number, item, student, quantity, status: place, waitlist_position }];
  }

  /** The rows, what the manager reads of the items, and who was told of a place. */
  async state(): Promise<unknown> {
    const rows = await this.signup.claims();
    const { body } = await this.signup.get(people.at(-1)!);
    const line = rows.map(({ id, itemId, membershipId, quantity, status }) => ({
      number: this.ids.indexOf(id),
      person: people.findIndex((person) => person.membershipId === membershipId),
      item: this.itemOf(itemId),
      quantity,
      status,
    }));
    return {
      confirmed: byNumber(line.filter(({ status }) => status === 'confirmed')),
      waiting: TITLES.map((_, at) =>
        line.filter(({ item, status }) => item === at && status === 'waitlisted'),
      ),
      items: body.items.map((item: Record<string, unknown[]>) => ({
        capacity: item.capacity,
        confirmed: item.confirmed,
        remaining: item.remaining,
        waitlisted: item.waitlisted,
        claimants: item.claimants!.length,
      })),
      promoted: (await this.signup.promoted())
        .map((id) => people.findIndex(({ membershipId }) => membershipId === id))
        .sort(),
    };
  }

  private itemOf(id: string): number {
    return TITLES.findIndex((title) => this.signup.items[title] === id);
  }
}

const idOf = (student: number | null): string | null => (student === null ? null : students[student]!);
const byNumber = <T extends { number: number }>(claims: T[]): T[] =>
  [...claims].sort((one, other) => one.number - other.number);
const places = (claims: ModelClaim[]): number => claims.reduce((sum, { quantity }) => sum + quantity, 0);

/** What the model says, in the words of the service. */
function expectedSaid(model: ModelSignup, [status, said]: Told): unknown[] {
  if (said === undefined) return [status];
  if (typeof said === 'string') return [status, said];
  const { number, item, student, quantity, status: place } = said;
  const at = model.waiting(item).findIndex((claim) => claim.number === number);
  const position = at === -1 ? null : at + 1;
  return [
    status,
    { number, item, student: student ?? -1, quantity, status: place, waitlist_position: position },
  ];
}

function expectedState(model: ModelSignup): unknown {
  const shown = (claims: ModelClaim[]) => claims.map(({ student: _, ...claim }) => claim);
  return {
    confirmed: byNumber(shown(TITLES.flatMap((_, item) => model.confirmed(item)))),
    waiting: TITLES.map((_, item) => shown(model.waiting(item))),
    items: model.capacities().map((capacity, item) => {
      const [taken, waiting] = [model.confirmed(item), model.waiting(item)];
      return {
        capacity,
        confirmed: places(taken),
        remaining: capacity === null ? null : Math.max(0, capacity - places(taken)),
        waitlisted: places(waiting),
        claimants: taken.length + waiting.length,
      };
    }),
    promoted: [...model.promoted].sort(),
  };
}

describe('Whatever is claimed, changed, moved and withdrawn, one after the other,', () => {
  it(
    'the answers, the places and the lines are those of the contract after every step',
    async () => {
      await fc.assert(
        fc.asyncProperty(someRules, someSteps, async (rules, steps) => {
          // Tokens last for an hour, and every step takes a second.
          t.clock.stopAt(BEGINNING);
          const model = new ModelSignup(rules);
          const real = await RealSignup.create(rules);
          for (const given of steps) {
            const known = model.authors.length;
            if ('claim' in given && known === 0) continue;
            const step = 'claim' in given ? { ...given, claim: given.claim % known } : given;
            t.clock.advance(1_000);
            const told = model.take(step);
            const answer = await real.take(step, model.authors);
            if (answer) expect(real.said(answer)).toEqual(expectedSaid(model, told));
            expect(await real.state()).toEqual(expectedState(model));
          }
        }),
        // To make a failure shorter takes longer than a test may: its seed and path play it again.
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    60_000 + RUNS * 10_000,
  );
});
