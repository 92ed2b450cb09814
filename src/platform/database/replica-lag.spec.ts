import { describe, expect, it } from '@jest/globals';
import { positionOf, ReplicaLag } from './replica-lag.js';

describe('The lag of a replica', () => {
  const after = (moments: [at: number, lsn: string][]): { lag: ReplicaLag; goTo: (at: number) => void } => {
    let now = 0;
    const lag = new ReplicaLag(() => now);
    const goTo = (at: number): void => void (now = at);
    for (const [at, lsn] of moments) {
      goTo(at);
      lag.addMoment(lsn);
    }
    return { lag, goTo };
  };

  it('compares places as numbers, not as texts', () => {
    expect(positionOf('A/0') > positionOf('9/FFFFFFFF')).toBe(true);
    expect(positionOf('1/10') > positionOf('1/9')).toBe(true);
  });

  it('counts from the moment when the database had what the replica lacks', () => {
    const { lag, goTo } = after([
      [1_000, '0/10'],
      [2_000, '0/20'],
      [3_000, '0/30'],
    ]);
    goTo(10_000);
    expect([lag.lagOf('0/30'), lag.lagOf('0/20'), lag.lagOf('0/10'), lag.lagOf('0/5')]).toEqual([
      0, 7_000, 8_000, 9_000,
    ]);
  });

  it('stays at nothing while nothing is written', () => {
    const { lag, goTo } = after([
      [1_000, '0/10'],
      [60_000, '0/10'],
    ]);
    goTo(90_000);
    expect([lag.lagOf('0/10'), lag.lagOf('0/9')]).toEqual([0, 89_000]);
  });

  it('begins anew with another history', () => {
    const { lag, goTo } = after([
      [1_000, '0/30'],
      [2_000, '0/20'],
    ]);
    goTo(3_000);
    expect(lag.lagOf('0/20')).toBe(0);
  });

  it('remembers an hour and no more', () => {
    const { lag, goTo } = after(
      Array.from({ length: 1_000 }, (_, n): [number, string] => [n * 5_000, `0/${(n + 1).toString(16)}`]),
    );
    goTo(5_000_000);
    expect(lag.lagOf('0/0')).toBe(5_000_000 - 280 * 5_000);
  });
});
