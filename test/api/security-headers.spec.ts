import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  ({ token } = await aPerson(t));
});
afterAll(() => t.close());

describe('An answer', () => {
  it.each([
    ['that is refused', '/api/v1/me', 401],
    ['to somebody', '/api/v1/me', 200],
    ['about nothing', '/api/v1/nothing', 404],
    ['that is a page', '/docs', 200],
  ])('%s tells the browser what strangers may not do with it', async (_, path, status) => {
    const headers = status === 200 ? { authorization: `Bearer ${token}` } : undefined;
    const answer = await fetch(`${t.url}${path}`, { headers });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('content-security-policy')).toContain('form-action');
    expect(answer.headers.has('x-powered-by')).toBe(false);
  });
});
