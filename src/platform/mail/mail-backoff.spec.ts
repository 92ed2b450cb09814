import { describe, expect, it } from '@jest/globals';
import { leaseUntil, MAX_ATTEMPTS, nextAttempt } from './mail-backoff.js';

const NOW = new Date('2026-12-01T09:00:00Z');
const waits = (random: number): number[] =>
  Array.from(
    { length: MAX_ATTEMPTS - 1 },
    (_, index) => (nextAttempt(NOW, index + 1, random).getTime() - NOW.getTime()) / 1000,
  );

describe('The plan of retries', () => {
  it('begins with half a minute, ends with four hours, and takes about a day', () => {
    expect(waits(0.5)).toEqual([30, 90, 270, 810, 2430, 7290, 14400, 14400, 14400, 14400, 14400]);
    expect(waits(0.5).reduce((sum, wait) => sum + wait) / 3600).toBeCloseTo(23, 0);
  });

  it('spreads what failed together', () => {
    expect([waits(0)[0], waits(1)[0]]).toEqual([24, 36]);
    expect([waits(0).at(-1), waits(1).at(-1)]).toEqual([11520, 17280]);
  });

  it('holds a mail for longer than its sending may take', () => {
    expect(leaseUntil(NOW, 30_000).getTime() - NOW.getTime()).toBe(60_000);
  });
});
