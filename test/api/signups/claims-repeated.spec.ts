import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('makes one claim of one key, though it comes many times at once', async () => {
  const school = await aSchool(t);
  const { token } = await school.parent();
  const signup = await aSignup(t, school, { Cake: { capacity: 9 } });
  const send = (key: string) =>
    t.api.post(`/signups/${signup.id}/claims`, {
      token,
      headers: { 'Idempotency-Key': key },
      body: { item_id: signup.items.Cake, quantity: 2 },
    });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('once')));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]!.body.quantity).toBe(2);
  // Another key is another wish: it is added.
  expect((await send('twice')).body.quantity).toBe(4);
});
