import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('GET /me', () => {
  it('refuses a call without a token', async () => {
    const answer = await t.api.get('/me');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: { code: 'not_authenticated', message: expect.any(String) } });
  });
});
