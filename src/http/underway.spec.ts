import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Underway } from './underway.js';

describe('what is underway', () => {
  it('is nothing at first', () => {
    expect([...new Underway()]).toEqual([]);
  });

  it('is what has begun and is not over, in the order in which it began', () => {
    const steps = fc.array(fc.nat({ max: 30 }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (given) => {
        const underway = new Underway<number>();
        const ends: { item: number; end: () => void }[] = [];
        for (const [item, step] of given.entries()) {
          // One of three is an end, of any that is there.
          if (step % 3 === 0 && ends.length > 0) ends.splice(step % ends.length, 1)[0]!.end();
          else ends.push({ item, end: underway.begin(item) });
          expect([...underway]).toEqual(ends.map((one) => one.item));
        }
      }),
    );
  });

  it('goes on with the next one when one ends that was looked at', () => {
    const underway = new Underway<string>();
    const [first] = ['a', 'b', 'c'].map((item) => underway.begin(item));
    const seen: string[] = [];
    for (const item of underway) {
      seen.push(item);
      if (item === 'b') first!();
    }
    expect(seen).toEqual(['a', 'b', 'c']);
  });
});
