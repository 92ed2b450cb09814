import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { type Fields, fieldsOf, type OauthAnswer, oauthAnswer } from '../../support/sign-in/oauth-app.js';
import type { Person } from '../../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';

let t: TestApp;
let person: Person;
/** Of a browser in which the person is signed in. */
let cookie: string;
beforeAll(async () => {
  t = await startAtItsAddress();
  person = await aPersonWithPassword(t);
  const browser = new SigningBrowser(t.url);
  await browser.open('/sign-in');
  await browser.submit('/password', { email: person.email, password: PASSWORD });
  cookie = `school-directory=${browser.cookie('school-directory')}`;
});
afterAll(() => t.close());

const STRONG = 'another one of theirs';

/** What every form and script of the pages sends, and what changes something when it is taken. */
const FORMS: [string, Fields][] = [
  ['/account/confirm', { password: PASSWORD, then: '/account/password' }],
  ['/account/password', { current: PASSWORD, password: STRONG, again: STRONG }],
  [`/account/sessions/${randomUUID()}/end`, {}],
  ['/account/sessions/end', {}],
  ['/account/sign-out', {}],
  ['/account/export', {}],
  ['/account/two-step', { code: '123456' }],
  ['/account/two-step/codes', {}],
  ['/account/two-step/off', {}],
  ['/account/addresses', { email: 'evil@example.org' }],
  ['/account/addresses/first', { email: 'evil@example.org' }],
  ['/account/addresses/remove', { email: 'evil@example.org' }],
  ['/account/address', { token: 'evil' }],
  ['/account/passkeys/options', {}],
  ['/account/passkeys', { name: 'evil' }],
  [`/account/passkeys/${randomUUID()}`, { name: 'evil' }],
  [`/account/passkeys/${randomUUID()}/remove`, {}],
  ['/sign-in/passkey/options', {}],
  ['/sign-in/passkey', {}],
  ['/password/forgotten', { email: 'somebody@example.org' }],
  ['/password/set', { token: 'evil', password: STRONG, again: STRONG }],
  ['/invitation', { token: 'evil', password: STRONG }],
  ['/invitation/open', { token: 'evil' }],
  ['/invitation/renew', { token: 'evil' }],
];

const post = (path: string, fields: Fields, headers: Record<string, string>): Promise<OauthAnswer> =>
  oauthAnswer(`${t.url}${path}`, { method: 'POST', body: fieldsOf(fields), headers });

/** All that stands for the person, but for what tries are counted by. */
async function state(): Promise<unknown> {
  const rows = await t.dataSource.query(
    `select (select json_agg(s order by s.id) from (select id, revoked_at from user_sessions where user_id = $1) s) as sessions,
       (select json_agg(a) from user_addresses a where user_id = $1) as addresses,
       (select json_agg(p) from passkeys p where user_id = $1) as passkeys,
       (select count(*)::int from one_time_links) as links,
       (select password_hash from user_credentials where user_id = $1) as password,
       (select two_step_enabled from users where id = $1) as two_step`,
    [person.userId],
  );
  return rows;
}

describe.each(FORMS)('%s', (path, fields) => {
  it('refuses what another site sends, whoever is signed in', async () => {
    const before = await state();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.org' },
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.org' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example.org' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      const { status, headers: answered } = await post(path, fields, { cookie, ...headers });
      expect([headers, status, answered.getSetCookie()]).toEqual([headers, 403, []]);
    }
    expect(await state()).toEqual(before);
  });

  it('refuses GET, with all of it in the address', async () => {
    const before = await state();
    await oauthAnswer(`${t.url}${path}?${fieldsOf(fields).toString()}`, { headers: { cookie } });
    expect(await state()).toEqual(before);
  });

  if (path.startsWith('/account'))
    it('changes nothing for who is not signed in', async () => {
      const own = { 'sec-fetch-site': 'same-origin' };
      for (const headers of [own, { ...own, cookie: 'school-directory=evil' }]) {
        const { status, headers: answered, text } = await post(path, fields, headers);
        expect([303, 400, 401, 403]).toContain(status);
        if (status === 303) expect(answered.get('location')).toMatch(/^\/sign-in/);
        expect(text).not.toContain(person.email);
      }
    });

  it('survives what is odd', async () => {
    const own = { cookie, 'sec-fetch-site': 'same-origin' };
    const odd = Object.fromEntries(Object.keys(fields).map((name) => [name, 'a\0b']));
    for (const wrong of [{}, odd, { ...fields, __proto__: 'x' }, { token: '\0' }] as Fields[]) {
      if (/sign-out$|sessions\/end$/.test(path)) continue;
      expect((await post(path, wrong, own)).status).toBeLessThan(500);
    }
    const elsewhere = path.replace(/[0-9a-f-]{36}/, 'x');
    if (elsewhere !== path) expect((await post(elsewhere, fields, own)).status).toBeLessThan(500);
  });
});
