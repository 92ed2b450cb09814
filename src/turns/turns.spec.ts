import { describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('turns', () => {
  it('let so many run at once, the others in order, and go on after a failure', async () => {
    const turns = new Turns(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) => async () => {
      started.push(number);
      most = Math.max(most, (running += 1));
      await setTimeout(2);
      running -= 1;
      if (number === 1) throw new Error('one fails');
      return number;
    };
    const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((number) => turns.take(work(number))));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
    expect({ started, most }).toEqual({ started: [0, 1, 2, 3, 4, 5], most: 2 });
  });
});
