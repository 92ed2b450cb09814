import { expect, it } from '@jest/globals';
import { readsWithoutTargets } from '../support/schools/school-answers.js';
import { startTestApp } from '../support/test-app.js';

/** `npm run proof -- backups` reads all that a school has before it moves and after: nothing there may be left out. */
it('knows what stands for each parameter of every read, for a school that moves', async () => {
  const t = await startTestApp();
  const without = readsWithoutTargets(t);
  await t.close();
  expect(without).toEqual([]);
});
