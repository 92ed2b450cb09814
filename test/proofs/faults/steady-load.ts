import { setTimeout as delay } from 'node:timers/promises';

/**
 * Begins so many requests a second by a schedule that waits for nobody: what is late because another one is slow counts.
 * @param ask does the request of this number; fails when the answer is not the right one
 * @returns milliseconds that each took, from the moment when it was due
 */
export async function steadyLoad(
  ask: (number: number) => Promise<void>,
  { perSecond, ms }: { perSecond: number; ms: number },
): Promise<number[]> {
  const begun = performance.now();
  const count = Math.max(1, Math.round((perSecond * ms) / 1000));
  const request = async (number: number): Promise<number> => {
    const due = begun + (number * 1000) / perSecond;
    await delay(Math.max(0, due - performance.now()));
    await ask(number);
    return performance.now() - due;
  };
  return Promise.all(Array.from({ length: count }, (_, number) => request(number)));
}

/** The value that so great a share of them does not exceed. */
export const quantile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
