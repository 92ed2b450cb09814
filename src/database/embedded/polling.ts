import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until the answer is not `undefined`.
 * @param timeoutMs milliseconds, measured on the monotonic clock: a corrected wall clock must not end a wait
 * @param everyMs milliseconds between two questions
 * @returns the answer, or `undefined` when time ran out
 */
export async function poll<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  timeoutMs: number,
  everyMs = 20,
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() >= deadline) return answer;
    await sleep(everyMs);
  }
}
