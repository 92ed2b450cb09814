import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { poolOf } from '../../../src/platform/database/driver-pool.js';
import { Readiness } from '../../../src/platform/observability/readiness.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/* What a proxy is told by a process that has much to do: were it taken out of service, the others would have its work as well. */

let t: TestApp;
let held: QueryRunner[];
/** Waits behind them. */
let waiting: Promise<unknown>;
beforeEach(async () => {
  t = await startTestApp();
  held = [];
  waiting = Promise.resolve();
});
afterEach(async () => {
  await giveBack();
  await t.close();
});

const ofApp = (): DataSource => t.app.get(DataSource);

const status = async (): Promise<number> => (await fetch(`${t.url}/readyz`)).status;

/** Every connection has work, and one more statement waits. */
async function takeEveryConnection(): Promise<void> {
  const { max } = poolOf(ofApp())!.options;
  while (held.length < max) {
    const runner = ofApp().createQueryRunner();
    await runner.connect();
    held.push(runner);
  }
  waiting = ofApp().query('select 1');
}

async function giveBack(): Promise<void> {
  for (const runner of held.splice(0)) await runner.release();
  await waiting;
}

it('says that a busy process is ready', async () => {
  expect(await status()).toBe(200);
  await takeEveryConnection();
  expect([await status(), await status()]).toEqual([200, 200]);
});

it('says that one is not that has heard nothing of its database for ten seconds', async () => {
  await takeEveryConnection();
  t.clock.advance(10_000);
  expect(await status()).toBe(503);
});

it('tells who waits for an answer at once that the process stops', async () => {
  await takeEveryConnection();
  t.clock.advance(10_000);
  const answer = status();
  await delay(100);
  const begun = performance.now();
  t.app.get(Readiness).beginStop();
  expect(await answer).toBe(503);
  expect(performance.now() - begun).toBeLessThan(1_500);
  expect(await status()).toBe(503);
});
