import { hash } from 'node:crypto';
import { canonicalJson } from '../../../src/features/idempotency/repeated-writes.service.js';
import type { Choosing, TestPoll } from '../poll.factory.js';
import type { TestMember } from '../school.factory.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Who chose what, in the order in which they came; only the one who judges the attacker knows it. */
export interface History {
  people: TestMember[];
  schoolId: string;
  poll: TestPoll;
  came: { person: TestMember; choosing: Choosing }[];
}

/** What lies somewhere, as the attacker finds it. */
export interface Found {
  where: string;
  text: string;
  ids: string[];
  xmin: string;
  /** In the order of its place. */
  at: number;
}

export const idsIn = (text: string): string[] => [...new Set(text.match(UUID))];

/** What the attacker says: for each person the place of the choice in the first question. */
export type Guess = Map<TestMember, number>;
export type Rule = (history: History, found: Found[]) => Guess;

const choicesOf = ({ poll }: History): string[] => poll.questions[0]!.choices;

/** Ids that a choice is named with, but for those that everyone's are. */
function isOfOne({ poll, schoolId }: History): (id: string) => boolean {
  const common = new Set([
    schoolId,
    poll.id,
    ...poll.questions.flatMap(({ id, choices }) => [id, ...choices]),
  ]);
  return (id) => !common.has(id);
}

/** Something that names a choice, and has an id in common with something that names the person, or names them itself. */
export const byJoins: Rule = (history, found) => {
  const ofOne = isOfOne(history);
  const byId = new Map<string, Found[]>();
  for (const one of found) for (const id of one.ids) byId.set(id, [...(byId.get(id) ?? []), one]);
  const guess: Guess = new Map();
  choicesOf(history).forEach((choice, at) => {
    for (const naming of byId.get(choice) ?? []) {
      const near = naming.ids
        .filter(ofOne)
        .flatMap((id) => [id, ...(byId.get(id) ?? []).flatMap(({ ids }) => ids)]);
      const named = new Set(near);
      const persons = history.people.filter(
        ({ userId, membershipId }) => named.has(userId) || named.has(membershipId),
      );
      // What names many tells of none.
      if (persons.length === 1) guess.set(persons[0]!, at);
    }
  });
  return guess;
};

/** A row that names a choice, written in the transaction, or the one next to it, in which a row of one person was. */
export const byTransaction: Rule = (history, found) => {
  const guess: Guess = new Map();
  const naming = found.filter(({ ids, xmin }) => xmin && ids.includes(history.poll.id) && ids.length < 8);
  const chosen = found.filter(
    ({ ids, where, xmin }) =>
      xmin && where !== 'polls' && choicesOf(history).some((choice) => ids.includes(choice)),
  );
  const numbers = new Set(chosen.map(({ xmin }) => xmin));
  if (numbers.size < 3) return guess;
  for (const { ids, xmin } of naming) {
    const person = history.people.find(
      ({ userId, membershipId }) => ids.includes(userId) || ids.includes(membershipId),
    );
    const nearest = chosen
      .map((one) => ({ one, away: Math.abs(Number(one.xmin) - Number(xmin)) }))
      .sort((a, b) => a.away - b.away)[0];
    const at = choicesOf(history).findIndex((choice) => nearest?.one.ids.includes(choice));
    if (person && nearest && nearest.away < 3) guess.set(person, at);
  }
  return guess;
};

/** As many rows that name a choice as rows that name a person: those in the same place belong together. */
export const byPlace: Rule = (history, found) => {
  const guess: Guess = new Map();
  const named = found.filter(({ ids }) => ids.includes(history.poll.id));
  const marks = named.flatMap(({ ids, at, where }) => {
    const person = history.people.find(
      ({ userId, membershipId }) => ids.includes(userId) || ids.includes(membershipId),
    );
    return person && where.includes('poll') ? [{ person, at }] : [];
  });
  const chosen = found.flatMap(({ ids, at, where }) => {
    const choice = choicesOf(history).findIndex((id) => ids.includes(id));
    return choice < 0 || where === 'log' ? [] : [{ choice, at }];
  });
  // The choices themselves are there as well.
  const answers = chosen.slice(0, marks.length);
  if (chosen.length < marks.length) return guess;
  marks.forEach(({ person }, n) => guess.set(person, answers[n]!.choice));
  return guess;
};

/** A digest of what was sent, tried out with everything that may have been. */
export const byDigest: Rule = (history, found) => {
  const { poll } = history;
  const guess: Guess = new Map();
  const possible = [0, 1].flatMap((first) => [0, 1, 2].map((second) => [first, second]));
  const digests = possible.flatMap((choosing) =>
    ['base64url', 'base64', 'hex'].map((coding) => ({
      choosing,
      digest: hash('sha256', canonicalJson({ answers: poll.answers(choosing) }), coding as 'hex'),
    })),
  );
  for (const { ids, text } of found) {
    const tried = digests.find(({ digest }) => text.includes(digest));
    const person = history.people.find(({ userId }) => ids.includes(userId));
    if (tried && person) guess.set(person, tried.choosing[0]!);
  }
  return guess;
};

/** What names the poll or anything of it, and what of other rows has an id in common with that. */
export function near(history: History, found: Found[]): Found[] {
  const { poll } = history;
  const own = new Set([poll.id, ...poll.questions.flatMap(({ id, choices }) => [id, ...choices])]);
  const direct = new Set(found.filter(({ ids }) => ids.some((id) => own.has(id))));
  const joined = new Set([...direct].flatMap(({ ids }) => ids).filter(isOfOne(history)));
  return found.filter(
    (one) => direct.has(one) || (one.where.includes('poll') && one.ids.some((id) => joined.has(id))),
  );
}

/** Where a guess says nothing, whatever most have chosen is said: that much the counts tell everyone. */
export function score({ came }: History, guess: Guess): { right: number; chance: number } {
  const ones = came.filter(({ choosing }) => choosing[0] === 1).length;
  const common = ones * 2 > came.length ? 1 : 0;
  const right = came.filter(({ person, choosing }) => (guess.get(person) ?? common) === choosing[0]).length;
  return { right, chance: Math.max(ones, came.length - ones) };
}

/** Of all pairs, the share that lies in the order in which they came, less the share that does not. */
export function agreement(order: TestMember[], came: TestMember[]): number {
  let sum = 0;
  let pairs = 0;
  const at = order.map((person) => came.indexOf(person));
  for (let i = 0; i < at.length; i += 1)
    for (let j = i + 1; j < at.length; j += 1) {
      sum += Math.sign(at[j]! - at[i]!);
      pairs += 1;
    }
  return sum / pairs;
}
