import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword, aPersonWithTwoStep, PASSWORD } from '../support/application.factory.js';
import { LinkedService } from '../support/mail/mailed-links.js';
import { aSchool, type Person } from '../support/school.factory.js';
import type { TestApp } from '../support/test-app.js';

const DAY = 24 * 60 * 60_000;

let links: LinkedService;
let t: TestApp;
beforeAll(async () => {
  links = await LinkedService.start();
  t = links.t;
});
afterAll(() => links.close());
afterEach(() => links.begin());

describe('A sign-in from a source that is new', () => {
  const HOME = '198.51.100.20';
  const from = (source: string) => ({ 'x-forwarded-for': source });
  const signIn = (person: Person, source: string) =>
    links.app.token({ grant_type: 'password', email: person.email, password: PASSWORD }, from(source));

  it('sends a mail once, and the first one of all does not', async () => {
    const person = await aPersonWithPassword(t);
    await (await aSchool(t, { locale: 'de-AT' })).parent({}, person);
    await signIn(person, HOME);
    expect(await links.mailboxes.take(t, person.email)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => signIn(person, '203.0.113.50')));
    const [mail, ...more] = await links.mailboxes.take(t, person.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Eine neue Anmeldung bei Ihrem Konto');
    expect(mail!.text).not.toContain('203.0.113.50');
    // What is known is written down anew once a day.
    t.clock.advance(2 * DAY);
    for (const source of ['203.0.113.50', HOME]) expect((await signIn(person, source)).status).toBe(200);
    expect(await links.mailboxes.take(t, person.email)).toEqual([]);
    t.clock.moveTo(new Date().toISOString());
  });

  it('sends no mail before the second step is done', async () => {
    const person = await aPersonWithTwoStep(t);
    const verified = async (source: string, code: string): Promise<void> => {
      const { body } = await signIn(person, source);
      const token = body.access_token as string;
      const challenge = (await t.api.post('/auth/two-step/challenge', { token })).body as {
        challenge_id: string;
      };
      if (source !== HOME) expect(await links.mailboxes.take(t, person.email)).toEqual([]);
      const answer = await t.api.post('/auth/two-step/verify', {
        ...{ token, headers: from(source) },
        body: { challenge_id: challenge.challenge_id, code },
      });
      expect(answer.status).toBe(200);
    };
    await verified(HOME, person.recoveryCodes[0]!);
    await verified('203.0.113.51', person.recoveryCodes[1]!);
    expect(await links.mailboxes.take(t, person.email)).toHaveLength(1);
  });

  it('sends a mail where it was in a browser', async () => {
    const person = await aPersonWithPassword(t);
    await signIn(person, HOME);
    const headers = { 'sec-fetch-site': 'same-origin', ...from('203.0.113.52') };
    await links.post('/sign-in/password', { email: person.email, password: PASSWORD }, { headers });
    expect(await links.mailboxes.take(t, person.email)).toHaveLength(1);
  });

  it('sends no mail where a session that was open is renewed', async () => {
    const person = await aPersonWithPassword(t);
    const { body } = await signIn(person, HOME);
    const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    expect((await links.app.token(renewal, from('203.0.113.53'))).status).toBe(200);
    expect(await links.mailboxes.take(t, person.email)).toEqual([]);
  });
});
