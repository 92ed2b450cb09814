import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { User } from '../../../src/features/account/user.entity.js';
import { anApplication, aPersonWithPassword } from '../../support/application.factory.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { AUDIENCE, OutsideProvider } from '../../support/stubs/outside-provider.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
const provider = new OutsideProvider();

beforeAll(async () => {
  await provider.start();
  t = await startTestApp({
    upstreamTimeoutMs: 10_000,
    outsideIssuer: { issuer: provider.issuer, audience: AUDIENCE, jwksUrl: null },
  });
});
afterAll(async () => {
  await t.close();
  await provider.stop();
});

const me = (token: string) => t.api.get('/me', { token });
const verified = (email: string) => ({ email, email_verified: true });

describe('a token of an outside OpenID Connect provider', () => {
  it('fails when it is meant for another audience', async () => {
    const token = await provider.token(verified('ada@example.org'), 'https://elsewhere.example.org');
    expect((await me(token)).status).toBe(401);
  });

  it('fails without an email', async () => {
    expect((await me(await provider.token({}))).status).toBe(401);
    expect((await me(await provider.token({ email: 'no address', email_verified: true }))).status).toBe(401);
  });

  it('fails once it has expired', async () => {
    const token = await provider.token(verified('late@example.org'));
    expect((await me(token)).status).toBe(200);
    t.clock.advance(3 * 3600 * 1000);
    expect((await me(token)).status).toBe(401);
    t.clock.advance(-3 * 3600 * 1000);
  });

  it('stands for the person who has its verified email here, whatever the case', async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    const answer = await me(await provider.token(verified(parent.email.toUpperCase())));
    expect(answer.status).toBe(200);
    expect(answer.body.user.id).toBe(parent.userId);
    expect(answer.body.memberships).toHaveLength(1);
  });

  it('stands for nobody we know while the email is not verified', async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    for (const email_verified of [false, undefined, 1, 'yes']) {
      const token = await provider.token({ email: parent.email, email_verified });
      const answer = await me(token);
      expect(answer.status).toBe(200);
      expect(answer.body.user.id).not.toBe(parent.userId);
      expect(answer.body).toMatchObject({ memberships: [], is_fully_deactivated: false });
      expect((await t.api.get(`/schools/${school.id}/students`, { token })).status).toBe(403);
      expect((await t.api.post('/registration/confirm', { token })).status).toBe(403);
    }
  });

  it.each([
    ['a ligature', '\uFB01na.k@example.org'],
    ['a full-width letter', '\uFF46ina.k@example.org'],
    ['a full-width at sign', 'fina.k\uFF20example.org'],
    ['the sign of the kelvin', 'fina.\u212A@example.org'],
    ['a blank within', 'fina .k@example.org'],
    ['a control character', 'fina.k@example.org\u0000'],
  ])('stands for nobody we know with %s in the email, however verified', async (_, email) => {
    const { body: fina } = await me(await provider.token(verified('fina.k@example.org')));
    const token = await provider.token(verified(email));
    const { status, body } = await me(token);
    expect([status, body.memberships]).toEqual([200, []]);
    expect(body.user.id).not.toBe(fina.user.id);
    expectError(await t.api.post('/registration/confirm', { token }), 403, 'not_authorized');
    expectError(await t.api.get('/me/contact', { token }), 403, 'not_authorized');
  });

  it('stands for the person whose letters are composed in another way, and with blanks around', async () => {
    const person = await aPerson(t, { email: 'andr\u00E9@example.org' });
    const { body } = await me(await provider.token(verified(' Andre\u0301@Example.org ')));
    expect(body.user.id).toBe(person.userId);
  });

  it('opens no profile here while the email is not verified: there is no record to read or to change', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const parent = await school.parentOf(ada);
    const token = await provider.token({ email: parent.email, email_verified: false });
    const contact = { first_name: 'Eve', last_name: 'Stone', phone: '1' };
    for (const answer of [
      await t.api.get('/me/contact', { token }),
      await t.api.patch('/me/contact', { token, body: contact }),
      await t.api.patch('/me/profile-visibility', { token, body: { profile_visibility: 'name_only' } }),
      await t.api.patch('/me/address-visibility', { token, body: { address_visible: false } }),
    ]) {
      expectError(answer, 403, 'not_authorized');
    }
    expectError(await t.api.post(`/me/leave-school/${parent.membershipId}`, { token }), 404, 'not_found');
    const seen = (await t.api.get(`/students/${ada.id}`, { token: (await school.parent()).token })).body;
    expect(seen).toMatchObject({ address_visible: true, guardians: [{ phone: '+1 555 0100' }] });
  });

  it('verifies the email of who has it here, and has not verified it yet', async () => {
    const person = await aPerson(t, { emailVerifiedAt: null });
    expect((await me(await provider.token(verified(person.email)))).body.user.id).toBe(person.userId);
    const { emailVerifiedAt } = await t.dataSource.manager.findOneByOrFail(User, { id: person.userId });
    expect(emailVerifiedAt).not.toBeNull();
  });

  it('makes an account for a person seen for the first time, once, also when they come ten times at once', async () => {
    const token = await provider.token(verified('newcomer@example.org'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => me(token)));
    expect(new Set(answers.map((answer) => answer.body.user.id)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ user: { email: 'newcomer@example.org' }, memberships: [] });
    expect((await t.api.post('/registration/confirm', { token })).status).toBe(404);
  });

  it.each([
    [{}, 401],
    [{ amr: ['pwd'] }, 401],
    [{ aal: 'aal1' }, 401],
    [{ aal: 'aal2' }, 200],
    [{ amr: ['otp'] }, 401],
    [{ amr: ['sms', 'sms'] }, 401],
    [{ amr: ['pwd', 'otp'] }, 200],
    [{ amr: ['hwk', 'user'] }, 200],
    [{ amr: ['mfa'] }, 200],
    [{ acr: 'phr' }, 200],
  ])('with %j answers %i for a person with two-step verification', async (claims, status) => {
    const person = await aPerson(t, { twoStepEnabled: true });
    const answer = await me(await provider.token({ ...verified(person.email), ...claims }));
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.body.error.code).toBe('mfa_required');
  });

  it('leaves a missing second step to the provider, and says so', async () => {
    const person = await aPerson(t, { twoStepEnabled: true });
    const token = await provider.token(verified(person.email));
    expectError(await me(token), 401, 'mfa_required');
    const code = { challenge_id: person.userId, code: '123456' };
    for (const answer of [
      await t.api.post('/auth/two-step/challenge', { token }),
      await t.api.post('/auth/two-step/verify', { token, body: code }),
    ]) {
      expectError(answer, 400, 'validation_failed');
      expect(answer.body.error.message).toMatch(/ is done with its provider: .* sign in there again\.$/);
    }
  });

  it('loses every right with the membership, at once', async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    const token = await provider.token(verified(parent.email));
    expect((await t.api.get(`/schools/${school.id}/students`, { token })).status).toBe(200);
    await school.deactivate(parent);
    expect((await t.api.get(`/schools/${school.id}/students`, { token })).status).toBe(403);
  });

  it('opens no session of ours: none to list, to end or to complete', async () => {
    const token = await provider.token(verified('sessionless@example.org'));
    expect((await t.api.get('/me/sessions', { token })).body).toEqual({ sessions: [] });
    expect((await t.api.post('/auth/two-step/challenge', { token })).status).toBe(400);
    expect((await t.api.post('/auth/revoke', { token })).status).toBe(204);
  });

  it('counts as none of the sessions that the person has with us', async () => {
    const person = await aPersonWithPassword(t);
    await (await anApplication(t)).signIn(person);
    const { body } = await t.api.get('/me/sessions', { token: await provider.token(verified(person.email)) });
    expect(body.sessions).toMatchObject([{ client_name: 'Family App', current: false }]);
  });
});
