import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { valueOf } from '../support/processes/metrics.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ metricsPort: 9464 });
});
afterAll(() => t.close());

const upTo = (le: string): Promise<number> => valueOf(t, 'event_loop_delay_seconds_bucket', { le });

it('counts how late the event loop was, once it stood still', async () => {
  const before = (await upTo('+Inf')) - (await upTo('0.25'));
  // Nothing else runs in this process meanwhile: the next look is late by what is left of it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  while ((await upTo('+Inf')) - (await upTo('0.25')) === before) await delay(20);
  expect((await upTo('+Inf')) - (await upTo('0.25'))).toBeGreaterThan(before);
});
