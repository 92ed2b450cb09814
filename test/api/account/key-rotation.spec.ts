import { createPublicKey } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { anApplication, aPersonWithPassword } from '../../support/application.factory.js';
import { startServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, testSigningKey } from '../../support/test-app.js';

const publicHalf = (pem: string): string =>
  createPublicKey(pem).export({ format: 'pem', type: 'spki' }).toString();

it('changes the signing key without signing anyone out, and forgets the old one when told', async () => {
  const t = await startTestApp();
  const person = await aPersonWithPassword(t);
  const app = await anApplication(t);
  const { body: before } = await app.signIn(person);
  const [oldKey, newKey] = [t.settings.signingKey ?? '', testSigningKey()];
  const env = { DATABASE_URL: t.databaseUrl, AUTH_SIGNING_KEY: newKey };

  const changed = await startServiceProcess({
    ...env,
    AUTH_VERIFY_KEYS: publicHalf(oldKey).replaceAll('\n', '\\n'),
  });
  expect((await changed.api.get('/me', { token: before.access_token })).status).toBe(200);
  const renewed = await changed.api.post('/auth/token', {
    body: { grant_type: 'refresh_token', refresh_token: before.refresh_token },
    headers: { authorization: app.basic },
  });
  expect(renewed.status).toBe(200);
  const { keys } = (await (await fetch(`${changed.url}/.well-known/jwks.json`)).json()) as { keys: object[] };
  expect(keys).toHaveLength(2);
  expect(await changed.stop()).toBe(0);

  const forgotten = await startServiceProcess(env);
  expect((await forgotten.api.get('/me', { token: before.access_token })).status).toBe(401);
  expect((await forgotten.api.get('/me', { token: renewed.body.access_token })).status).toBe(200);
  expect(await forgotten.stop()).toBe(0);
  await t.close();
}, 90_000);
