import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InFlightRequests } from './in-flight-requests.js';

describe('what is underway', () => {
  it('begins with nothing', () => {
    expect([...new InFlightRequests()]).toEqual([]);
  });

  it('holds what has begun and is not over, in the order in which it began', () => {
    const steps = fc.array(fc.nat({ max: 30 }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (given) => {
        const inFlight = new InFlightRequests<number>();
        const ends: { item: number; end: () => void }[] = [];
        for (const [item, step] of given.entries()) {
          // One of three is an end, of any that is there.
          if (step % 3 === 0 && ends.length > 0) ends.splice(step % ends.length, 1)[0]!.end();
          else ends.push({ item, end: inFlight.begin(item) });
          expect([...inFlight]).toEqual(ends.map((one) => one.item));
        }
      }),
    );
  });

  it('goes on with the next one when one ends that was looked at', () => {
    const inFlight = new InFlightRequests<string>();
    const [first] = ['a', 'b', 'c'].map((item) => inFlight.begin(item));
    const seen: string[] = [];
    for (const item of inFlight) {
      seen.push(item);
      if (item === 'b') first!();
    }
    expect(seen).toEqual(['a', 'b', 'c']);
  });
});
