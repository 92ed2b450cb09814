import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());

const INSTANT = {
  ...{ notices: 'instant', documents: 'instant', polls: 'instant', signups: 'instant' },
  ...{ permission_slips: 'instant', events: 'instant', own_answers: 'instant' },
};
const get = ({ token }: { token: string }): Promise<ApiAnswer> => t.api.get('/me/mail', { token });
const change = ({ token }: TestMember, body: object, headers = {}): Promise<ApiAnswer> =>
  t.api.patch('/me/mail', { token, body, headers });
const ofSchool = (given: object, { id } = school) => ({ schools: [{ school_id: id, ...given }] });

describe('GET /me/mail', () => {
  it('says that everything comes at once, until the person chooses otherwise', async () => {
    const parent = await school.parent();
    expect((await get(parent)).body).toEqual({
      schools: [{ school_id: school.id, kinds: INSTANT, paused: false }],
      quiet: null,
    });
    await school.deactivate(parent);
    expect((await get(parent)).body).toEqual({ schools: [], quiet: null });
    expect((await get(await aPerson(t))).body).toEqual({ schools: [], quiet: null });
  });
});

describe('PATCH /me/mail', () => {
  it.each([
    ['another rhythm', ofSchoolNamed({ kinds: { notices: 'weekly' } }), 'schools.0.kinds.notices'],
    ['no rhythm', ofSchoolNamed({ kinds: { notices: null } }), 'schools.0.kinds.notices'],
    ['a pause that is no boolean', ofSchoolNamed({ paused: 'yes' }), 'schools.0.paused'],
    ['a time that is none', () => ({ quiet: { from: '24:00', to: '07:00' } }), 'quiet.from'],
    ['quiet hours without an end', () => ({ quiet: { from: '21:00' } }), 'quiet.to'],
    ['quiet hours that never end', () => ({ quiet: { from: '21:00', to: '21:00' } }), 'quiet.to'],
    [
      'a school that is not theirs',
      () => ofSchool({ paused: true }, { id: randomUUID() } as TestSchool),
      'schools.0.school_id',
    ],
  ])('refuses %s, and changes nothing', async (_, body, path) => {
    const parent = await school.parent();
    const answer = await change(parent, { ...ofSchool({ kinds: { polls: 'never' } }), ...body() });
    expectInvalid(answer, path);
    expect((await get(parent)).body).toMatchObject({ schools: [{ kinds: INSTANT }], quiet: null });
  });

  it('refuses whom a school has deactivated', async () => {
    const parent = await school.parent();
    await school.deactivate(parent);
    expectInvalid(await change(parent, ofSchool({ paused: true })), 'schools.0.school_id');
  });

  it('changes what is given, and leaves the rest', async () => {
    const parent = await school.parent();
    await change(parent, ofSchool({ kinds: { polls: 'never', notices: 'daily' } }));
    await change(parent, { quiet: { from: '21:00', to: '07:00' } });
    const { status, body } = await change(parent, ofSchool({ kinds: { polls: 'instant' }, paused: true }));
    expect([status, body]).toEqual([
      200,
      {
        schools: [{ school_id: school.id, kinds: { ...INSTANT, notices: 'daily' }, paused: true }],
        quiet: { from: '21:00', to: '07:00' },
      },
    ]);
    expect((await get(parent)).body).toEqual(body);
    expect((await change(parent, { quiet: null })).body.quiet).toBeNull();
    expect((await change(parent, ofSchool({ paused: false }))).body.schools[0].paused).toBe(false);
  });

  it('switches the same as the address at the foot of a mail', async () => {
    const parent = await school.parent();
    await change(parent, ofSchool({ paused: true }));
    const [choice] = await t.dataSource.query<{ token: string; unsubscribed_at: Date }[]>(
      'select token, unsubscribed_at from mail_choices where membership_id = $1',
      [parent.membershipId],
    );
    expect(choice!.unsubscribed_at).toBeInstanceOf(Date);
    await fetch(`${t.url}/api/mail/unsubscribe/${choice!.token}?mails=on`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect((await get(parent)).body.schools[0].paused).toBe(false);
  });

  it('refuses who has not seen the present state, and takes twelve changes at once', async () => {
    const parent = await school.parent();
    const { headers } = await get(parent);
    const ifMatch = { 'If-Match': headers.get('etag')! };
    expect((await change(parent, ofSchool({ kinds: { polls: 'never' } }), ifMatch)).status).toBe(200);
    expectError(await change(parent, { quiet: null }, ifMatch), 409, 'conflict', 'stale');
    const at = Array.from({ length: 12 }, (_, n) => `0${n % 10}:0${n % 6}`);
    const answers = await Promise.all(
      at.map((from) => change(parent, { ...ofSchool({}), quiet: { from, to: '23:00' } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [{ rows }] = await t.dataSource.query<[{ rows: number }]>(
      'select count(*)::int as rows from mail_choices where membership_id = $1',
      [parent.membershipId],
    );
    expect(rows).toBe(1);
  });
});

function ofSchoolNamed(given: object): () => object {
  return () => ofSchool(given);
}
