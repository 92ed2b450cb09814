import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AUDIENCE, OutsideProvider } from '../../support/stubs/outside-provider.js';
import { SilentServer } from '../../support/stubs/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
const provider = new OutsideProvider();

beforeAll(() => provider.start());
afterAll(() => provider.stop());
// A service of its own for each: how often the keys are read for the sake of unknown ones is limited.
beforeEach(async () => {
  t = await startTestApp({
    upstreamTimeoutMs: 10_000,
    outsideIssuer: { issuer: provider.issuer, audience: AUDIENCE, jwksUrl: null },
  });
});
afterEach(() => t.close());

const me = (token: string) => t.api.get('/me', { token });
const verified = (email: string) => ({ email, email_verified: true });

describe("the outside provider's keys", () => {
  it('come from the provider again when another one signs; what the old one signed is refused', async () => {
    const before = await provider.token(verified('rotating@example.org'));
    expect((await me(before)).status).toBe(200);
    provider.rotateKey();
    expect((await me(await provider.token(verified('rotating@example.org')))).status).toBe(200);
    expect((await me(before)).status).toBe(401);
  });

  it('go on being good while the provider is away; unknown ones are refused', async () => {
    const known = await provider.token(verified('known@example.org'));
    const another = await provider.token(verified('another@example.org'));
    expect((await me(known)).status).toBe(200);
    provider.rotateKey();
    const unknown = await provider.token(verified('unknown@example.org'));
    await provider.stop();
    t.clock.advance(15 * 60 * 1000);
    expect((await me(unknown)).status).toBe(401);
    expect((await me(another)).status).toBe(200);
    await provider.start();
    expect((await me(unknown)).status).toBe(200);
  });

  it('come once for all who come before they are known, be the provider away', async () => {
    const token = await provider.token(verified('waiting@example.org'));
    await provider.stop();
    const silent = await SilentServer.start(Number(new URL(provider.issuer).port));
    try {
      const answers = Array.from({ length: 5 }, () => me(token));
      await silent.firstRequest;
      // All of them wait for the one read by now.
      await new Promise((resolve) => setTimeout(resolve, 300));
      silent.failAll();
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      expect(silent.requests).toBe(1);
    } finally {
      await silent.stop();
      await provider.start();
    }
  });

  it.each([11, -11])(
    'come again for the sake of remembered tokens, too, %i minutes later',
    async (minutes) => {
      const before = await provider.token(verified('remembered@example.org'));
      expect((await me(before)).status).toBe(200);
      provider.rotateKey();
      expect((await me(before)).status).toBe(200);
      t.clock.advance(minutes * 60 * 1000);
      let { status } = await me(before);
      for (let asked = 0; status === 200 && asked < 100; asked += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        ({ status } = await me(before));
      }
      expect(status).toBe(401);
    },
  );
});
