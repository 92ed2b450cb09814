import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword } from '../support/application.factory.js';
import { BrowserVisitor } from '../support/browser-visitor.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('account', () => {
  it('shows', async () => {
    const person = await aPersonWithPassword(t);
    const browser = await new BrowserVisitor(t).signIn(person);
    for (const path of [
      '',
      '/password',
      '/two-step',
      '/passkeys',
      '/addresses',
      '/address',
      '/confirm?then=passkeys',
    ]) {
      const answer = await browser.get(`/account${path}`);
      console.log(path, answer.status, answer.location, answer.text.slice(0, 100));
      expect(answer.status).toBeLessThan(400);
    }
    console.log((await browser.get('/account')).text);
  });
});
