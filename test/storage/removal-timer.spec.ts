import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { ObjectRemovals } from '../../src/storage/object-removals.service.js';
import { RemovalTimer } from '../../src/storage/removal-timer.js';

const MINUTE = 60_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A timer, and the sweeps that it has begun; each goes on until it is told how it ended. */
function aTimer() {
  const sweeps: { signal: AbortSignal; done: () => void; failed: (error: Error) => void }[] = [];
  const removals = {
    sweep: (signal: AbortSignal) =>
      new Promise<void>((done, failed) => sweeps.push({ signal, done: () => done(), failed })),
  };
  const timer = new RemovalTimer(removals as unknown as ObjectRemovals);
  timer.onApplicationBootstrap();
  return { timer, sweeps };
}

describe('The sweep of superfluous objects', () => {
  it('begins within a minute of the start, and then every ten', async () => {
    const { timer, sweeps } = aTimer();
    expect(sweeps).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(sweeps).toHaveLength(1);
    sweeps[0]!.done();
    await jest.advanceTimersByTimeAsync(10 * MINUTE);
    expect(sweeps).toHaveLength(2);
    sweeps[1]!.done();
    await timer.onModuleDestroy();
  });

  it('does not overtake itself', async () => {
    const { timer, sweeps } = aTimer();
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    expect(sweeps).toHaveLength(1);
    sweeps[0]!.done();
    await timer.onModuleDestroy();
  });

  it('goes on after one that failed', async () => {
    const { timer, sweeps } = aTimer();
    await jest.advanceTimersByTimeAsync(MINUTE);
    jest.spyOn(Logger.prototype, 'warn').mockImplementationOnce(() => undefined);
    sweeps[0]!.failed(new Error('no database'));
    await jest.advanceTimersByTimeAsync(10 * MINUTE);
    expect(sweeps).toHaveLength(2);
    sweeps[1]!.done();
    await timer.onModuleDestroy();
  });

  it('ends with the service, which waits for what is under way', async () => {
    const { timer, sweeps } = aTimer();
    await jest.advanceTimersByTimeAsync(MINUTE);
    let ended = false;
    const ending = timer.onModuleDestroy().then(() => (ended = true));
    await jest.advanceTimersByTimeAsync(0);
    expect([sweeps[0]!.signal.aborted, ended]).toEqual([true, false]);
    sweeps[0]!.done();
    await ending;
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    expect(sweeps).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
