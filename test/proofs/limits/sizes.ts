/** `LIMITS=full` asks every spec of test/proofs/limits for the whole counts. */
export const FULL = process.env.LIMITS === 'full';

export const size = (few: number, full: number): number => (FULL ? full : few);
