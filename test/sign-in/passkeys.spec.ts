import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPersonWithPassword, aPersonWithTwoStep, PASSWORD } from '../support/application.factory.js';
import { AccountTrail, BrowserVisitor, isSignedIn, type PageAnswer } from '../support/browser-visitor.js';
import { types } from '../support/processes/operator.js';
import type { Person } from '../support/school.factory.js';
import { type Deviation, SoftAuthenticator } from '../support/sign-in/soft-authenticator.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const SITE = 'http://localhost:3000';
const MINUTE = 60_000;
/** On several devices of a person: it counts nothing, and so a used answer is told by its challenge alone. */
const SYNCED = { counter: 0 };

let t: TestApp;
let trail: AccountTrail;
beforeAll(async () => {
  t = await startTestApp();
  trail = new AccountTrail(t);
});
afterAll(() => t.close());

let person: Person;
let browser: BrowserVisitor;
let phone: SoftAuthenticator;
beforeEach(async () => {
  await trail.rows('delete from attempt_counts');
  person = await aPersonWithPassword(t);
  browser = await new BrowserVisitor(t).signIn(person);
  phone = new SoftAuthenticator('localhost', SITE);
});

const jsonOf = ({ text }: PageAnswer) => JSON.parse(text) as { challenge: string; user: { id: string } };
const optionsToAdd = async (visitor = browser) => jsonOf(await visitor.postJson('/account/passkeys/options'));
const optionsToSignIn = async () => jsonOf(await new BrowserVisitor(t).postJson('/sign-in/passkey/options'));
const send = (answer: unknown, visitor = browser, name = 'My phone'): Promise<PageAnswer> =>
  visitor.postJson('/account/passkeys', { name, answer });
const add = async (key = phone, visitor = browser): Promise<PageAnswer> =>
  send(key.create(await optionsToAdd(visitor)), visitor);
const signIn = (answer: unknown, visitor = new BrowserVisitor(t)): Promise<PageAnswer> =>
  visitor.postJson('/sign-in/passkey', { answer });
const passkeysOf = ({ userId }: Person) =>
  trail.rows<{ id: string; name: string; counter: string }>(
    'select * from passkeys where user_id = $1',
    userId,
  );

describe('adding a passkey', () => {
  it.each<[string, Deviation]>([
    ['that was made at another origin', { origin: 'http://localhost:3001' }],
    ['that was made for another host', { rpId: 'evil.example' }],
    ['that did not ask who is there', { flags: 0x01 }],
    ['that nobody has touched', { flags: 0x04 }],
    ['that is an answer to something else', { type: 'webauthn.get' }],
    ['that was made in a frame of another site', { clientData: { crossOrigin: true } }],
    ['that names the site around it', { clientData: { topOrigin: 'https://evil.example' } }],
  ])('refuses one %s', async (_, wrong) => {
    expect((await send(phone.create(await optionsToAdd(), wrong))).status).toBe(400);
    expect(await passkeysOf(person)).toEqual([]);
  });

  it('refuses a challenge that is used, made up, of somebody else, of signing in, or too old', async () => {
    const used = phone.create(await optionsToAdd());
    expect((await send(used)).status).toBe(204);
    const stranger = await new BrowserVisitor(t).signIn(await aPersonWithPassword(t));
    const user = { id: Buffer.from(person.userId).toString('base64url') };
    const old = await optionsToAdd();
    const answers = [
      used,
      ...[{ challenge: 'x'.repeat(43), user }, await optionsToAdd(stranger)].map((one) => phone.create(one)),
      phone.create({ ...(await optionsToSignIn()), user }),
    ];
    for (const answer of answers) expect((await send(answer)).status).toBe(400);
    t.clock.advance(5 * MINUTE);
    expect((await send(phone.create(old))).status).toBe(400);
    expect(await passkeysOf(person)).toHaveLength(1);
  });

  it.each([null, 'x', 1, [], {}, { response: {} }, { response: { clientDataJSON: 'e30' } }])(
    'refuses what is no answer: %j',
    async (answer) => {
      expect((await send(answer)).status).toBe(400);
      expect((await signIn(answer)).status).toBe(401);
    },
  );

  it.each(['', '   ', 'x'.repeat(101), 7])('refuses a name that is none: %j', async (name) => {
    const answer = phone.create(await optionsToAdd());
    expect((await browser.postJson('/account/passkeys', { name, answer })).status).toBe(400);
    expect(await passkeysOf(person)).toEqual([]);
  });

  it('refuses the 21st, of any number at the same time', async () => {
    for (let n = 0; n < 18; n += 1) await add(new SoftAuthenticator('localhost', SITE));
    const others = await Promise.all(
      Array.from({ length: 6 }, async () =>
        new SoftAuthenticator('localhost', SITE).create(await optionsToAdd()),
      ),
    );
    const statuses = (await Promise.all(others.map((one) => send(one)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 204, 409, 409, 409, 409]);
    expect((await browser.get('/account/passkeys')).text).not.toContain('id="add-passkey"');
  }, 60_000);

  it("refuses one that is somebody's already", async () => {
    await add();
    const stranger = await new BrowserVisitor(t).signIn(await aPersonWithPassword(t));
    expect((await add(phone, stranger)).status).toBe(409);
  });

  it('needs a person who has said lately that it is them', async () => {
    const options = await optionsToAdd();
    t.clock.advance(11 * MINUTE);
    expect((await send(phone.create(options))).status).toBe(403);
    expect((await new BrowserVisitor(t).postJson('/account/passkeys/options')).status).toBe(401);
  });

  it('keeps it, tells its person, and asks for no second one on the same device', async () => {
    expect((await add()).status).toBe(204);
    expect(await trail.mailsTo(person.userId)).toEqual(['second_step_changed']);
    expect(await trail.entriesOf(person.userId)).toContain('addPasskey');
    expect((await browser.get('/account')).text).toContain('My phone');
    expect(await optionsToAdd()).toMatchObject({
      rp: { id: 'localhost' },
      excludeCredentials: [{ id: phone.credentialId, transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });
});

describe('signing in with a passkey', () => {
  beforeEach(() => add());

  const refusal = async (answer: unknown): Promise<[number, string]> => {
    const visitor = new BrowserVisitor(t);
    const { status, text } = await signIn(answer, visitor);
    expect(visitor.cookie).toBe('');
    return [status, text];
  };

  it('refuses whatever is not right in the same words', async () => {
    const stranger = await aPersonWithPassword(t);
    const wrong: Deviation[] = [
      { origin: 'http://localhost:3001' },
      { origin: 'https://localhost:3000' },
      { rpId: 'evil.example' },
      { clientData: { crossOrigin: true } },
      { clientData: { topOrigin: SITE } },
      { type: 'webauthn.create' },
      { flags: 0x01 },
      { flags: 0x04 },
      { key: new SoftAuthenticator('localhost', SITE).key },
      { userHandle: Buffer.from(stranger.userId).toString('base64url') },
      { userHandle: '' },
      { credentialId: 'AAAA' },
    ];
    const refusals = [await refusal(phone.get({ challenge: 'x'.repeat(43) }))];
    for (const one of wrong) refusals.push(await refusal(phone.get(await optionsToSignIn(), one)));
    const unknown = new SoftAuthenticator('localhost', SITE);
    refusals.push(await refusal(unknown.get(await optionsToSignIn())));
    refusals.push(await refusal(phone.get(await optionsToAdd())));
    expect(new Set(refusals.map(([status]) => status))).toEqual(new Set([401]));
    expect(new Set(refusals.map(([, text]) => text)).size).toBe(1);
  });

  it('refuses an answer that comes again, or five minutes late', async () => {
    const answer = phone.get(await optionsToSignIn(), SYNCED);
    const late = phone.get(await optionsToSignIn(), SYNCED);
    expect((await signIn(answer)).status).toBe(204);
    expect((await refusal(answer))[0]).toBe(401);
    t.clock.advance(5 * MINUTE);
    expect((await refusal(late))[0]).toBe(401);
  });

  it('lets one of ten in that come with the same answer at once', async () => {
    const answer = phone.get(await optionsToSignIn(), SYNCED);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(answer)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  it('refuses a key that has counted less than it had: there are two of it', async () => {
    expect((await signIn(phone.get(await optionsToSignIn(), { counter: 7 }))).status).toBe(204);
    for (const counter of [6, 7])
      expect((await refusal(phone.get(await optionsToSignIn(), { counter })))[0]).toBe(401);
    expect((await signIn(phone.get(await optionsToSignIn(), { counter: 8 }))).status).toBe(204);
  });

  it('lets one of two in that have counted to the same at the same time', async () => {
    for (const counter of [5, 6, 7, 8, 9]) {
      const both = [
        phone.get(await optionsToSignIn(), { counter }),
        phone.get(await optionsToSignIn(), { counter }),
      ];
      const statuses = (await Promise.all(both.map((answer) => signIn(answer)))).map(({ status }) => status);
      expect(statuses.sort()).toEqual([204, 401]);
    }
  });

  it('refuses one that was removed, and one that was made for another host', async () => {
    await trail.rows(`update passkeys set rp_id = 'old.example' where user_id = $1`, person.userId);
    expect((await refusal(phone.get(await optionsToSignIn())))[0]).toBe(401);
    await trail.rows(`update passkeys set rp_id = 'localhost' where user_id = $1`, person.userId);
    const [{ id } = { id: '' }] = await passkeysOf(person);
    await browser.post(`/account/passkeys/${id}/remove`);
    expect((await refusal(phone.get(await optionsToSignIn())))[0]).toBe(401);
  });

  it('opens a session that owes nothing, where two-step verification is on as well', async () => {
    const owing = await aPersonWithTwoStep(t);
    const key = new SoftAuthenticator('localhost', SITE);
    await add(key, await new BrowserVisitor(t).signInWithBothSteps(owing));
    const visitor = new BrowserVisitor(t);
    expect((await signIn(key.get(await optionsToSignIn()), visitor)).status).toBe(204);
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await trail.entriesOf(owing.userId)).toContain('signInWithPasskey');
    const [session] = await trail.rows<{ amr: string[] }>(
      `select amr from user_sessions where user_id = $1 and amr @> '{hwk}'`,
      owing.userId,
    );
    expect(session!.amr).toEqual(['hwk', 'user', 'mfa']);
    // It is both steps: nothing else is asked to turn them off.
    expect((await visitor.post('/account/two-step/off')).location).toBe('/account?done=off');
  });

  it('completes the second step that is owed in this browser, with another cookie', async () => {
    const owing = await aPersonWithTwoStep(t);
    const key = new SoftAuthenticator('localhost', SITE);
    await add(key, await new BrowserVisitor(t).signInWithBothSteps(owing));
    const visitor = await new BrowserVisitor(t).signIn(owing);
    const [sessions, before] = [await trail.rows('select from user_sessions'), visitor.copy()];
    expect((await signIn(key.get(await optionsToSignIn()), visitor)).status).toBe(204);
    expect([await isSignedIn(visitor), await isSignedIn(before)]).toEqual([true, false]);
    expect(await trail.rows('select from user_sessions')).toHaveLength(sessions.length);
  });

  it('ends the session of whoever was signed in in this browser before', async () => {
    const stranger = await new BrowserVisitor(t).signIn(await aPersonWithPassword(t));
    const before = stranger.copy();
    expect((await signIn(phone.get(await optionsToSignIn()), stranger)).status).toBe(204);
    expect(await isSignedIn(before)).toBe(false);
    expect((await stranger.get('/account')).text).toContain(person.email);
  });

  it('limits how often it is asked for, and counts no answers that were right', async () => {
    for (let n = 0; n < 199; n += 1) await optionsToSignIn();
    expect((await signIn(phone.get(await optionsToSignIn()))).status).toBe(204);
    expect((await new BrowserVisitor(t).postJson('/sign-in/passkey/options')).status).toBe(200);
    const answer = await new BrowserVisitor(t).postJson('/sign-in/passkey/options');
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
  }, 30_000);
});

describe('a passkey', () => {
  let id: string;
  beforeEach(async () => {
    await add();
    [{ id } = { id: '' }] = await passkeysOf(person);
  });

  it('belongs to nobody else: not there, as one that is not', async () => {
    const stranger = await new BrowserVisitor(t).signIn(await aPersonWithPassword(t));
    for (const path of [id, randomUUID(), 'x']) {
      expect((await stranger.get(`/account/passkeys/${path}`)).status).toBe(404);
      expect((await stranger.post(`/account/passkeys/${path}`, { name: 'Mine' })).status).toBe(404);
      expect((await stranger.post(`/account/passkeys/${path}/remove`)).status).toBe(404);
    }
    expect(await passkeysOf(person)).toMatchObject([{ name: 'My phone' }]);
  });

  it('gets another name, which is shown as a text', async () => {
    expect((await browser.post(`/account/passkeys/${id}`, { name: ' ' })).status).toBe(400);
    const name = '<b>“Mine” & yours</b>';
    expect((await browser.post(`/account/passkeys/${id}`, { name })).location).toContain('done=renamed');
    for (const path of ['', '/passkeys', `/passkeys/${id}`])
      expect((await browser.get(`/account${path}`)).text).toContain('&lt;b&gt;“Mine” &amp; yours&lt;/b&gt;');
  });

  it('goes once, and its person is told once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => browser.post(`/account/passkeys/${id}/remove`)),
    );
    expect(answers.filter(({ status }) => ![303, 404].includes(status))).toEqual([]);
    expect(await passkeysOf(person)).toEqual([]);
    expect(await trail.mailsTo(person.userId)).toEqual(['second_step_changed', 'second_step_changed']);
  });

  it('goes with the person, and is told by name alone in what is held on them', async () => {
    const { text } = await browser.post('/account/export');
    expect(JSON.parse(text)).toMatchObject({ account: { passkeys: [{ name: 'My phone' }] } });
    expect(text).not.toContain(phone.credentialId);
  });

  it('shows in doctor when it was made for another host', async () => {
    await trail.rows(`update passkeys set rp_id = 'old.example' where id = $1`, id);
    Object.assign(process.env, { DATABASE_URL: t.databaseUrl, SITE_URL: SITE });
    const { stdout } = await types(['doctor']);
    expect(stdout).toMatch(/Passkeys that were made for old\.example and do not work at localhost: 1\./);
    expect((await browser.post('/account/confirm', { password: PASSWORD })).status).toBe(303);
  });
});
