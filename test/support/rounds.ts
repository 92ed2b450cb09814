const asked = process.env.RACE_ROUNDS;

/**
 * How often a race is run: `RACE_ROUNDS=200` asks every spec of test/races for that many.
 * @param few what is enough for every day
 */
export const rounds = (few: number): number => (asked ? Number(asked) : few);

/**
 * Milliseconds after which a test of so many rounds is taken to hang.
 * @param perRound far above what a round takes, for a machine with other work
 */
export const timeFor = (count: number, perRound = 3_000): number => 60_000 + count * perRound;
