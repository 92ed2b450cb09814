import { expect, it } from '@jest/globals';
import { environment } from '../../src/platform/config/environment.js';
import { EverySetting } from '../shipped/every-setting.js';

/** What only a test may set. */
const OF_TESTS = ['NODE_ENV', 'CLOCK', 'WEBHOOK_ALLOW_LOOPBACK'];

/** `npm run proof -- shipped` runs the program with all of them at once: a new one has to be among them. */
it('gives the proof of the shipped program every setting that there is', async () => {
  const settings = await EverySetting.start();
  const given = await settings.environment('data');
  await settings.stop();
  const all = Object.keys(environment.shape).filter((name) => !OF_TESTS.includes(name));
  expect(Object.keys(given).sort()).toEqual(all.sort());
});
