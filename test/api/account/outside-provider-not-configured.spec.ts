import { expect, it } from '@jest/globals';
import { OutsideProvider } from '../../support/stubs/outside-provider.js';
import { startTestApp } from '../../support/test-app.js';

it('refuses the tokens of every outside provider when none is configured', async () => {
  const provider = new OutsideProvider();
  await provider.start();
  const t = await startTestApp();
  const token = await provider.token({ email: 'ada@example.org', email_verified: true });
  expect((await t.api.get('/me', { token })).status).toBe(401);
  await t.close();
  await provider.stop();
});
