import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Clock } from '../clock/clock.js';
import { EventLoopLoad } from './event-loop-load.js';

/** Longer than the window over which it is taken. */
const MS = 150;

it('tells a process that has no time from one that waits', async () => {
  const load = new EventLoopLoad(new Clock());
  load.share();
  const until = performance.now() + MS;
  while (performance.now() < until);
  expect(load.share()).toBeGreaterThan(0.85);
  await delay(MS);
  load.share();
  await delay(MS);
  expect(load.share()).toBeLessThan(0.85);
});
