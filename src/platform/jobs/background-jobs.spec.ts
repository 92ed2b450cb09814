import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { BackgroundJobs } from './background-jobs.js';

afterEach(() => void jest.restoreAllMocks());

const GRACE = 50;

/** Jobs of which each does what it is told, and counts its rounds. */
function someJobs(...rounds: ((signal: AbortSignal, count: number) => Promise<boolean>)[]) {
  const jobs = new BackgroundJobs({ shutdownGraceMs: GRACE } as Settings);
  const counts = rounds.map(() => 0);
  rounds.forEach((round, index) =>
    jobs.add({
      name: `job ${index}`,
      everyMs: 5,
      round: (signal) => round(signal, (counts[index] = counts[index]! + 1)),
    }),
  );
  return { jobs, counts };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(1);
}

describe('Background jobs', () => {
  it('rest until they are started, and go round from then on', async () => {
    const { jobs, counts } = someJobs(async () => false);
    await delay(20);
    expect(counts).toEqual([0]);
    jobs.start();
    await until(() => counts[0]! > 3);
    await jobs.stop();
  });

  it('go on without a pause while there is more to do', async () => {
    const jobs = new BackgroundJobs({ shutdownGraceMs: GRACE } as Settings);
    let count = 0;
    jobs.add({ name: 'busy', everyMs: 600_000, round: async () => (count += 1) < 100 });
    jobs.start();
    await until(() => count === 100);
    await jobs.stop();
  });

  it('run beside each other', async () => {
    const { jobs, counts } = someJobs(
      () => new Promise(() => undefined),
      async () => false,
    );
    jobs.start();
    await until(() => counts[1]! > 3);
    expect(counts[0]).toBe(1);
    await jobs.stop();
  });

  it('go on after a failure, and tell of it once until it is over, by its kind alone', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const { jobs, counts } = someJobs(async (_, count) => {
      if (count % 4 !== 0) throw Object.assign(new Error('ada@example.org'), { code: 'ECONNREFUSED' });
      return false;
    });
    jobs.start();
    await until(() => counts[0]! >= 7);
    await jobs.stop();
    expect(warn.mock.calls.map(([told]) => told)).toEqual(
      Array(2).fill({ job: 'job 0', error: 'Error', code: 'ECONNREFUSED' }),
    );
  });

  it('end with the round that is under way', async () => {
    let finish: (more: boolean) => void = () => undefined;
    const { jobs, counts } = someJobs(() => new Promise((resolve) => (finish = resolve)));
    jobs.start();
    let isStopped = false;
    const stopping = jobs.stop().then(() => (isStopped = true));
    await delay(10);
    expect(isStopped).toBe(false);
    finish(true);
    await stopping;
    expect(counts).toEqual([1]);
  });

  it('get a word to hurry, and are left behind after the grace time', async () => {
    let told: AbortSignal | undefined;
    const { jobs } = someJobs((signal) => {
      told = signal;
      return new Promise(() => undefined);
    });
    jobs.start();
    const begin = performance.now();
    await jobs.stop();
    expect(told!.aborted).toBe(true);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(GRACE - 5);
    await jobs.onModuleDestroy();
  });
});
