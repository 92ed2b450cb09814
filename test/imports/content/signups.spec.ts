import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentImporter, counted } from './content-importer.js';

let importer: ContentImporter;
let school: string;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  await importer.empty();
  school = await importer.aSchool('lincoln');
  await importer.import(school, {
    members: ['first', 'second', 'third'].map((name) => ({ email: `${name}@example.org`, role: 'parent' })),
  });
});

const SALE = {
  key: 'bake-sale',
  title: 'Bake sale',
  opens_at: '2020-09-01T08:00:00-04:00',
  items: [{ title: 'Cake', capacity: 1, waitlist_enabled: true }, { title: 'Tea' }],
};
const items = () =>
  importer.rows(
    'select title, position, capacity, waitlist_enabled from signup_items order by position, title',
  );

/** Of the members in the order of their addresses, each a second after the other. */
const claim = (quantities: number[]) =>
  importer.rows(
    `insert into signup_claims (school_id, signup_id, item_id, membership_id, quantity, status, queued_at, created_at, updated_at)
     select i.school_id, i.signup_id, i.id, m.id, given.quantity, case when given.place = 1 then 'confirmed' else 'waitlisted' end,
       moment, moment, moment
     from unnest('{${quantities.join()}}'::int[]) with ordinality given(quantity, place)
     join (select m.id, row_number() over (order by u.email) as place from memberships m join users u on u.id = m.user_id) m
       on m.place = given.place
     cross join lateral (select timestamptz '2026-09-01' + make_interval(secs => given.place) as moment) at
     join signup_items i on i.title = 'Cake'`,
  );
const statuses = async () =>
  (await importer.rows('select status from signup_claims order by queued_at')).map(({ status }) => status);

describe('the sign-ups of a content file', () => {
  it('match by key and their items by title, and keep what an entry does not name', async () => {
    expect(counted(await importer.import(school, { signups: [SALE] }), 'signups')).toEqual([1, 0, 0, 0]);
    expect(counted(await importer.import(school, { signups: [SALE] }), 'signups')).toEqual([0, 0, 0, 1]);
    const changed = {
      ...SALE,
      per_person_limit: 2,
      items: [{ title: 'Cups', capacity: 5 }, { title: 'Cake' }],
    };
    expect(counted(await importer.import(school, { signups: [changed] }), 'signups')).toEqual([0, 1, 0, 0]);
    expect(await items()).toEqual([
      { title: 'Cups', position: 0, capacity: 5, waitlist_enabled: false },
      { title: 'Cake', position: 1, capacity: 1, waitlist_enabled: true },
      { title: 'Tea', position: 1, capacity: null, waitlist_enabled: false },
    ]);
    expect(await importer.rows('select title, per_person_limit, audience_type from signups')).toEqual([
      { title: 'Bake sale', per_person_limit: 2, audience_type: 'school' },
    ]);
  });

  it('give places that are new to those who wait, in order, and take none away', async () => {
    await importer.import(school, { signups: [SALE] });
    await claim([1, 2, 1]);
    const withCapacity = (capacity: number) => ({
      signups: [{ ...SALE, items: [{ title: 'Cake', capacity }] }],
    });
    await importer.import(school, withCapacity(2));
    expect(await statuses()).toEqual(['confirmed', 'waitlisted', 'waitlisted']);
    await importer.import(school, withCapacity(3));
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'waitlisted']);
    await importer.import(school, withCapacity(0));
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'waitlisted']);
    expect(
      await importer.rows("select kind, target_type from notifications where kind = 'signup_promoted'"),
    ).toEqual([{ kind: 'signup_promoted', target_type: 'signup' }]);
  });

  it('give free places to those who wait when they are open again, also of items that are not named', async () => {
    await importer.import(school, { signups: [{ ...SALE, closes_at: '2099-09-01T08:00:00Z' }] });
    await claim([1, 1]);
    await importer.import(school, { signups: [{ ...SALE, closes_at: '2020-09-02T08:00:00Z' }] });
    await importer.rows("update signup_claims set status = 'withdrawn' where status = 'confirmed'");
    const { items: _items, ...reopened } = { ...SALE, closes_at: '2099-09-02T08:00:00Z' };
    await importer.import(school, { signups: [reopened] });
    expect(await statuses()).toEqual(['withdrawn', 'confirmed']);
  });

  it('tell who has something of what gets another time, title or place, and nobody of what stays or is over', async () => {
    const item = { title: 'Cake', capacity: 2, starts_at: '2099-09-01T12:00:00Z' };
    const sale = { ...SALE, location: 'Gym', items: [item, { title: 'Tea' }] };
    await importer.import(school, { signups: [sale] });
    await claim([1, 1]);
    const toldAfter = async (changes: object) => {
      await importer.rows('delete from notifications');
      await importer.import(school, { signups: [{ ...sale, ...changes }] });
      return (await importer.rows("select 1 from notifications where kind = 'signup_changed'")).length;
    };
    const moved = { ...item, starts_at: '2099-09-01T14:00:00Z' };
    expect(await toldAfter({ description: 'Bring plates' })).toBe(0);
    expect(await toldAfter({ items: [item, { title: 'Tea', starts_at: '2099-09-01T14:00:00Z' }] })).toBe(0);
    expect(await toldAfter({ items: [moved] })).toBe(2);
    expect(await toldAfter({ items: [moved], location: 'Hall' })).toBe(2);
    expect(await toldAfter({ items: [moved], location: 'Hall', title: 'Cake sale' })).toBe(2);
    const past = { ...item, starts_at: '2021-09-01T12:00:00Z' };
    expect(await toldAfter({ items: [past], location: 'Hall' })).toBe(2);
    expect(await toldAfter({ items: [{ ...past, starts_at: '2021-09-01T13:00:00Z' }] })).toBe(0);
    expect(await toldAfter({ visible_until: '2021-09-01T13:00:00Z', items: [item] })).toBe(0);
  });

  it('withdraw what a deactivated member has claimed', async () => {
    await importer.import(school, { signups: [SALE] });
    await claim([1, 1]);
    await importer.import(school, {
      members: [{ email: 'first@example.org', role: 'parent', deactivated: true }],
    });
    expect(await statuses()).toEqual(['withdrawn', 'confirmed']);
  });

  it('withdraw what the deactivated kept of what was closed when it is open again, and give it to who waits', async () => {
    const closing = (closes_at: string) =>
      importer.import(school, { signups: [{ ...SALE, closes_at, items: undefined }] });
    await importer.import(school, { signups: [SALE] });
    await claim([1, 1, 1]);
    await closing('2020-09-02T08:00:00Z');
    await importer.import(school, {
      members: ['first', 'second'].map((name) => ({
        ...{ email: `${name}@example.org`, role: 'parent', deactivated: true },
      })),
    });
    expect(await statuses()).toEqual(['confirmed', 'waitlisted', 'waitlisted']);
    await closing('2020-09-03T08:00:00Z');
    expect(await statuses()).toEqual(['confirmed', 'waitlisted', 'waitlisted']);
    await closing('2099-09-02T08:00:00Z');
    expect(await statuses()).toEqual(['withdrawn', 'withdrawn', 'confirmed']);
    expect(
      await importer.rows(`select u.email from notifications n join memberships m on m.id = n.membership_id
        join users u on u.id = m.user_id where n.kind = 'signup_promoted'`),
    ).toEqual([{ email: 'third@example.org' }]);
  });

  it('withdraw it of an item that had begun and is put off, and of no other', async () => {
    const starting = (starts_at: string) =>
      importer.import(school, {
        signups: [{ ...SALE, items: [{ title: 'Cake', capacity: 1, starts_at }, { title: 'Tea' }] }],
      });
    await starting('2020-09-02T08:00:00Z');
    await claim([1, 1]);
    await importer.import(school, {
      members: [{ email: 'first@example.org', role: 'parent', deactivated: true }],
    });
    await starting('2020-09-03T08:00:00Z');
    expect(await statuses()).toEqual(['confirmed', 'waitlisted']);
    await starting('2099-09-03T08:00:00Z');
    expect(await statuses()).toEqual(['withdrawn', 'confirmed']);
  });

  it('keep the questions that were answered', async () => {
    const questions = [
      { type: 'single_choice' as const, text: 'Which?', choices: ['Sweet', 'Salty'] },
      { type: 'yes_no' as const, text: 'Nuts?', required: true },
    ];
    await importer.import(school, { signups: [{ ...SALE, questions }] });
    const asked = () =>
      importer.rows(`select q.text, q.required, array(select c.text from question_choices c where c.question_id = q.id
        order by c.position) as choices from questions q order by q.position`);
    expect(await asked()).toEqual([
      { text: 'Which?', required: false, choices: ['Sweet', 'Salty'] },
      { text: 'Nuts?', required: true, choices: [] },
    ]);
    await claim([1]);
    const { errors } = await importer.import(school, {
      signups: [{ ...SALE, questions: questions.slice(1) }],
    });
    expect(errors).toMatchObject([{ code: 'not_valid', value: 'bake-sale' }]);
    expect(await asked()).toHaveLength(2);
    const same = await importer.import(school, { signups: [{ ...SALE, title: 'Sale', questions }] });
    expect(counted(same, 'signups')).toEqual([0, 1, 0, 0]);
  });

  it('appear one by one in the report when they are wrong', async () => {
    const wrong = [
      { ...SALE, key: 'a', opens_at: undefined },
      { ...SALE, key: 'b', items: undefined },
      { ...SALE, key: 'c', closes_at: SALE.opens_at },
      { ...SALE, key: 'd', items: [{ title: 'Cake' }, { title: 'Cake' }] },
      { ...SALE, key: 'e', organization: 'chess' },
      { ...SALE, key: 'f', items: [{ title: 'Cake', ends_at: SALE.opens_at }] },
    ];
    const report = await importer.import(school, { signups: wrong });
    expect(report.errors).toHaveLength(6);
    expect(await items()).toEqual([]);
  });
});
