import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { AUDIENCE, OutsideProvider } from '../../support/stubs/outside-provider.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
const provider = new OutsideProvider();
beforeAll(async () => {
  await provider.start();
  const outsideIssuer = { issuer: provider.issuer, audience: AUDIENCE, jwksUrl: null };
  t = await startTestApp({ rateLimit: 3, upstreamTimeoutMs: 10_000, outsideIssuer });
});
afterAll(async () => {
  await t.close();
  await provider.stop();
});

describe('A flood', () => {
  it('gets 429 for the person who floods, whatever the operation, and for nobody else', async () => {
    const [flooding, calm] = [await aPerson(t), await aPerson(t)];
    for (const path of ['/me', '/students/none', '/me']) {
      expect((await t.api.get(path, { token: flooding.token })).status).not.toBe(429);
    }
    const answer = await t.api.get('/me', { token: flooding.token });
    expectError(answer, 429, 'rate_limited');
    const retryAfter = Number(answer.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(30);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await t.api.get('/me', { token: calm.token })).status).toBe(200);
  });

  it('counts apart from another one of an outside provider', async () => {
    const claims = { email: 'ada@example.org', email_verified: true };
    const [flooding, calm] = [
      await provider.token(claims),
      await provider.token({ ...claims, email: 'grace@example.org' }),
    ];
    for (let call = 0; call < 3; call += 1) await t.api.get('/me', { token: flooding });
    expect((await t.api.get('/me', { token: flooding })).status).toBe(429);
    expect((await t.api.get('/me', { token: calm })).status).toBe(200);
  });

  it('stops no probe', async () => {
    for (let call = 0; call < 5; call += 1) expect((await fetch(`${t.url}/healthz`)).status).toBe(200);
  });
});
