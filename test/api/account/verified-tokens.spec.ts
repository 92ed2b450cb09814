import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VerifiedTokens } from '../../../src/platform/auth/verified-tokens.js';
import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import { TokenKeys } from '../../../src/features/oauth/tokens/token-keys.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let verifications = 0;

beforeAll(async () => {
  t = await startTestApp();
  const keys = t.app.get(TokenKeys);
  const findFor = keys.findFor.bind(keys);
  keys.findFor = (token) => {
    verifications += 1;
    return findFor(token);
  };
});
afterAll(() => t.close());

describe('a token that was verified before', () => {
  it('passes without being verified a second time', async () => {
    const { token } = await aPerson(t);
    verifications = 0;
    for (let i = 0; i < 5; i += 1) expect((await t.api.get('/me', { token })).status).toBe(200);
    expect(verifications).toBe(1);
  });

  it('stops working the moment it expires', async () => {
    const { email } = await aPerson(t);
    const { accessToken: token, expiresAt } = await t.app.get(OperatorTokensService).issue(email, 60);
    // The session would live on: only the token's own time decides.
    await t.dataSource.query(`update user_sessions set expires_at = now() + interval '1 day'`);
    expect((await t.api.get('/me', { token })).status).toBe(200);
    t.clock.moveTo(new Date(expiresAt.getTime() - 2_000).toISOString());
    expect((await t.api.get('/me', { token })).status).toBe(200);
    t.clock.moveTo(expiresAt.toISOString());
    expect((await t.api.get('/me', { token })).status).toBe(401);
    t.clock.moveTo(new Date().toISOString());
  });

  it('counts for nothing when it was refused the first time', async () => {
    verifications = 0;
    for (let i = 0; i < 3; i += 1) expect((await t.api.get('/me', { token: 'a.b.c' })).status).toBe(401);
    expect(verifications).toBe(3);
  });

  it('loses its rights like any other', async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    const roster = () => t.api.get(`/schools/${school.id}/students`, { token: parent.token });
    expect((await roster()).status).toBe(200);
    await school.deactivate(parent);
    expect((await roster()).status).toBe(403);
    await t.dataSource.query('update user_sessions set revoked_at = now() where user_id = $1', [
      parent.userId,
    ]);
    expect((await roster()).status).toBe(401);
  });
});

describe('What is remembered of a token', () => {
  const EXPIRES = 1_800_000_000;
  const claims = { issuer: 'own', userId: 'u', sessionId: 's', expiresAt: EXPIRES } as const;
  const justBefore = new Date(EXPIRES * 1000 - 1);

  it('goes at the very moment at which it expires, for good', () => {
    const remembered = new VerifiedTokens();
    remembered.remember('token', claims);
    expect(remembered.find('token', justBefore)).toBe(claims);
    expect(remembered.find('token', new Date(EXPIRES * 1000))).toBeNull();
    expect(remembered.find('token', justBefore)).toBeNull();
  });

  it('goes when 50,000 others were used after it', () => {
    const remembered = new VerifiedTokens();
    for (let at = 0; at < 50_000; at += 1) remembered.remember(`token ${at}`, claims);
    expect(remembered.find('token 0', justBefore)).toBe(claims);
    remembered.remember('one more', claims);
    expect(remembered.find('token 0', justBefore)).toBe(claims);
    expect(remembered.find('token 1', justBefore)).toBeNull();
  });
});
