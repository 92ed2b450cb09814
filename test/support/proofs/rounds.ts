import { it } from '@jest/globals';

const asked = process.env.RACE_ROUNDS;
/** Whether a race is run in full size, and not as every day. */
export const isFullRace = asked !== undefined;

/**
 * How often a race is run: `RACE_ROUNDS=200` asks every spec of test/proofs/races for that many.
 * @param few what is enough for every day
 */
export const rounds = (few: number): number => (asked ? Number(asked) : few);

/**
 * Milliseconds after which a test of so many rounds is taken to hang.
 * @param perRound far above what a round takes, for a machine with other work
 */
export const timeFor = (count: number, perRound = 3_000): number => 60_000 + count * perRound;

/**
 * A race of as many rounds as `RACE_ROUNDS` asks for, each of which makes all that it needs.
 * @param few of every day: one where a single round decides
 */
export function race(name: string, round: () => Promise<void>, few = 1): void {
  const count = rounds(few);
  const all = async (): Promise<void> => {
    for (let at = 0; at < count; at += 1) await round();
  };
  it(name, all, timeFor(count, 10_000));
}

/** One race for each value; `%s` in its name is that value. */
race.each =
  <T extends string>(values: T[]) =>
  (name: string, round: (value: T) => Promise<void>): void =>
    values.forEach((value) => race(name.replace('%s', value), () => round(value)));
