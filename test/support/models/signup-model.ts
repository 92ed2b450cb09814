import fc from 'fast-check';
import type { ClaimPer } from '../../../src/features/signups/claim-terms.js';

/*
 * A sign-up of two items (contract section 3, and section 14, rules 16 to 18), said as plainly as it can be: people,
 * students, items and claims by their numbers. Whoever claims, changes or withdraws does so alone.
 */

export const PEOPLE = 4;
/** Manages the sign-up, and claims nothing. */
export const MANAGER = PEOPLE;
/** By student. The last of the people has none. */
export const GUARDIANS = [
  [0, 1],
  [0, 2],
] as const;

export interface Rules {
  claimPer: ClaimPer;
  limit: number | null;
  /** By item. */
  items: { capacity: number | null; waitlist: boolean }[];
}

interface Claimed {
  person: number;
  item: number;
  student: number | null;
  quantity: number;
}

export interface ModelClaim extends Claimed {
  number: number;
  status: 'confirmed' | 'waitlisted';
}

export type Step =
  | ({ do: 'claim'; mayWait: boolean } & Claimed)
  /** What is undefined is kept; `by` null: its author. */
  | ({ do: 'change'; claim: number; by: number | null } & Partial<Omit<Claimed, 'person'>>)
  | { do: 'withdraw'; claim: number; by: number | null }
  | { do: 'capacity'; item: number; capacity: number | null };

/** The status, and what it says: a claim, or the reason of a refusal. */
export type Told = [status: number, said?: string | ModelClaim];

const isGuardian = (person: number, student: number): boolean =>
  GUARDIANS[student]!.some((guardian) => guardian === person);

const anItem = fc.nat(1);
const aQuantity = fc.integer({ min: 1, max: 3 });
const aStudent = fc.option(fc.nat(GUARDIANS.length - 1), { freq: 2 });
const someCapacity = fc.constantFrom(0, 1, 2, 2, 3, 3, 4, 4, 5, null);
const mostly = fc.nat(7).map((n) => n > 0);
const itsAuthor = fc.constant(null);
const someoneElse = fc.nat(MANAGER);
const byWhom = (others: number) =>
  fc.oneof({ weight: 5, arbitrary: itsAuthor }, { weight: others, arbitrary: someoneElse });
const kept = <T>(given: fc.Arbitrary<T>) => fc.option(given, { nil: undefined, freq: 2 });

export const someRules: fc.Arbitrary<Rules> = fc.record({
  claimPer: fc.constantFrom<ClaimPer[]>('person', 'family', 'family', 'student'),
  limit: fc.constantFrom(null, 4, 6, 8),
  items: fc.array(fc.record({ capacity: someCapacity, waitlist: mostly }), {
    minLength: 2,
    maxLength: 2,
  }),
});

const aClaim = fc
  .record({
    do: fc.constant('claim' as const),
    person: fc.constantFrom(0, 0, 1, 2, 3),
    item: anItem,
    student: aStudent,
    quantity: aQuantity,
    mayWait: mostly,
    isRight: mostly,
  })
  .map(({ isRight, ...claim }) => {
    const { person, student } = claim;
    const isTheirs = student === null || isGuardian(person, student);
    return isTheirs || !isRight ? claim : { ...claim, student: null };
  });
const aChange = fc.record({
  do: fc.constant('change' as const),
  claim: fc.nat(),
  by: byWhom(1),
  item: kept(anItem),
  student: kept(aStudent),
  quantity: kept(aQuantity),
});
const aWithdrawal = fc.record({ do: fc.constant('withdraw' as const), claim: fc.nat(), by: byWhom(5) });
const aCapacity = fc.record({ do: fc.constant('capacity' as const), item: anItem, capacity: someCapacity });

export const someSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: aClaim },
    { weight: 5, arbitrary: aChange },
    { weight: 2, arbitrary: aWithdrawal },
    { weight: 1, arbitrary: aCapacity },
  ),
  { minLength: 20, maxLength: 40, size: 'max' },
);

const areFamily = (one: number, other: number): boolean =>
  one === other || GUARDIANS.some((_, student) => isGuardian(one, student) && isGuardian(other, student));
const places = (claims: Claimed[]): number => claims.reduce((sum, { quantity }) => sum + quantity, 0);

export class ModelSignup {
  /** In the order in which they wait, for those who do. */
  claims: ModelClaim[] = [];
  /** Every author, by the claim's number: of withdrawn ones too. */
  readonly authors: number[] = [];
  /** People who were told of a place. */
  readonly promoted = new Set<number>();

  private readonly rules: Rules;

  constructor(given: Rules) {
    // Capacities change; what was generated has to stay as it was, to be told when something fails.
    this.rules = structuredClone(given);
  }

  capacities = (): (number | null)[] => this.rules.items.map(({ capacity }) => capacity);

  take(step: Step): Told {
    if (step.do === 'claim') return this.claim(step);
    if (step.do === 'change') return this.change(step);
    if (step.do === 'withdraw') return this.withdraw(step);
    this.rules.items[step.item]!.capacity = step.capacity;
    this.promote();
    return [200];
  }

  waiting = (item: number): ModelClaim[] =>
    this.claims.filter((claim) => claim.item === item && claim.status === 'waitlisted');

  confirmed = (item: number): ModelClaim[] =>
    this.claims.filter((claim) => claim.item === item && claim.status === 'confirmed');

  private claim({ person, item, student, quantity, mayWait }: Step & { do: 'claim' }): Told {
    if (!this.mayBeFor(person, student)) return [400, 'not_linked'];
    const present = this.own({ person, item, student });
    const number = present?.number ?? this.authors.length;
    const next = { number, person, item, student, quantity: quantity + (present?.quantity ?? 0) };
    if (this.exceedsLimit(next)) return [400, 'limit_reached'];
    const waits = mayWait && this.rules.items[item]!.waitlist && present?.status !== 'confirmed';
    return this.place(present, next, waits, 201);
  }

  private change({ claim, by, item, student, quantity }: Step & { do: 'change' }): Told {
    const present = this.claims.find(({ number }) => number === claim);
    if (!present || (by ?? present.person) !== present.person) return [404];
    if (student !== undefined && !this.mayBeFor(present.person, student)) return [400, 'not_linked'];
    const next = {
      ...present,
      item: item ?? present.item,
      student: student === undefined ? present.student : student,
      quantity: quantity ?? present.quantity,
    };
    if ((this.own(next) ?? present) !== present) return [409];
    const asksForMore = next.quantity > present.quantity || next.student !== present.student;
    if (asksForMore && this.exceedsLimit(next)) return [400, 'limit_reached'];
    const waits =
      present.status === 'waitlisted' &&
      (next.item === present.item || this.rules.items[next.item]!.waitlist);
    return this.place(present, next, waits, 200);
  }

  private withdraw({ claim, by }: Step & { do: 'withdraw' }): Told {
    const present = this.claims.find(({ number }) => number === claim);
    if (!present) return [404];
    const { person, student } = present;
    const who = by ?? person;
    const may = who === person || who === MANAGER || (student !== null && isGuardian(who, student));
    if (!may) return [404];
    this.claims = this.claims.filter((other) => other !== present);
    this.promote();
    return [204];
  }

  private own({ person, item, student }: Omit<Claimed, 'quantity'>): ModelClaim | undefined {
    return this.claims.find(
      (claim) => claim.person === person && claim.item === item && claim.student === student,
    );
  }

  private mayBeFor(person: number, student: number | null): boolean {
    return student === null ? this.rules.claimPer !== 'student' : isGuardian(person, student);
  }

  private exceedsLimit(next: Claimed & { number: number }): boolean {
    const together = this.claims.filter(({ number, person, student }) => {
      if (number === next.number) return false;
      if (this.rules.claimPer === 'student') return student === next.student;
      return this.rules.claimPer === 'person' ? person === next.person : areFamily(person, next.person);
    });
    return this.rules.limit !== null && places(together) + next.quantity > this.rules.limit;
  }

  private place(
    present: ModelClaim | undefined,
    next: Omit<ModelClaim, 'status'>,
    mayWait: boolean,
    status: number,
  ): Told {
    const others = this.claims.filter(({ number }) => number !== next.number);
    const lowers = present?.item === next.item && next.quantity <= present.quantity;
    if (lowers) this.claims = this.claims.map((claim) => (claim === present ? { ...claim, ...next } : claim));
    else {
      const { capacity } = this.rules.items[next.item]!;
      const here = others.filter(({ item }) => item === next.item);
      const taken = places(here.filter((claim) => claim.status === 'confirmed')) + next.quantity;
      const isLineEmpty = here.every((claim) => claim.status === 'confirmed' || !this.everFits(claim));
      if (!this.everFits(next)) return [409, 'item_full'];
      const fits = isLineEmpty && (capacity === null || taken <= capacity);
      if (!fits && !mayWait) return [409, 'item_full'];
      this.claims = [...others, { ...next, status: fits ? 'confirmed' : 'waitlisted' }];
    }
    this.authors[next.number] = next.person;
    this.promote();
    return [status, this.claims.find(({ number }) => number === next.number)!];
  }

  /** Larger than the item, a claim waits for nothing and keeps nobody waiting. */
  private everFits({ item, quantity }: Pick<Claimed, 'item' | 'quantity'>): boolean {
    const { capacity } = this.rules.items[item]!;
    return capacity === null || quantity <= capacity;
  }

  private promote(): void {
    for (const [item, { capacity }] of this.rules.items.entries())
      for (const head of this.waiting(item).filter((claim) => this.everFits(claim))) {
        if (capacity !== null && places(this.confirmed(item)) + head.quantity > capacity) break;
        this.claims = this.claims.map((claim) =>
          claim === head ? { ...claim, status: 'confirmed' } : claim,
        );
        this.promoted.add(head.person);
      }
  }
}
