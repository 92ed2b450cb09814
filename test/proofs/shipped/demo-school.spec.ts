import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Member } from '../../../src/platform/auth/caller.js';
import { DemoSchoolService } from '../../../src/demo/demo-school.service.js';
import { PermissionSlipsService } from '../../../src/features/permission-slips/permission-slips.service.js';
import { PermissionSlipsModule } from '../../../src/features/permission-slips/permission-slips.module.js';
import { ContentImporter } from '../../imports/content/content-importer.js';

describe('the demo school', () => {
  let importer: ContentImporter;
  beforeAll(async () => {
    importer = await ContentImporter.create();
    // Noon there: what begins in the morning is to come in the night.
    importer.clock.moveTo('2026-11-19T17:00:00Z');
  });
  afterAll(() => importer.close());

  const load = () => importer.services.get(DemoSchoolService).load();

  it('loads without a fault', async () => {
    const reports = await load();
    const told = ({ code }: { code: string }): boolean => code !== 'member_without_students';
    expect(reports.map(({ errors, warnings }) => [errors, warnings.filter(told)])).toEqual([
      [[], []],
      [[], []],
      [[], []],
    ]);
    expect(reports.map(({ created }) => created.students)).toEqual([400, 48, 40]);
  });

  it('gives the demo parent two children', async () => {
    const students = await importer.rows(
      `select s.first_name from users u join memberships m on m.user_id = u.id
       join guardians g on g.membership_id = m.id join students s on s.id = g.student_id
       where u.email = 'parent@demo.school' order by 1`,
    );
    expect(students).toEqual([{ first_name: 'Nell' }, { first_name: 'Theo' }]);
  });

  it('gives the demo editor a live grant on a team with the own child', async () => {
    const [held, ...others] = await importer.rows(
      `select o.short_name, g.starts_at <= $1 and g.expires_at > $1 as live, exists (
         select from organization_students os join guardians k on k.student_id = os.student_id
         where os.organization_id = o.id and k.membership_id = m.id) as has_child
       from organization_grants g join organizations o on o.id = g.organization_id and o.archived_at is null
       join memberships m on m.id = g.membership_id join users u on u.id = m.user_id
       where u.email = 'editor@demo.school'`,
      [importer.clock.now()],
    );
    expect(held).toEqual({ short_name: 'cross-country', live: true, has_child: true });
    expect(others).toEqual([]);
  });

  it('fills the calendar with practices, games, meetings and days without school', async () => {
    const { n, series, away, free } = await importer.row<Record<string, number>>(
      `select count(*)::int as n, count(distinct series_id)::int as series,
         (count(*) filter (where home_away = 'away'))::int as away, (count(*) filter (where all_day))::int as free
       from events e join schools s on s.id = e.school_id where s.short_name = 'alder-falls'`,
    );
    expect([n! > 500, series! > 8, away! > 5, free! > 3]).toEqual([true, true, true, true]);
  });

  it('knows how the games ended that are over, and leaves those to come open', async () => {
    const results = await importer.rows(
      `select o.short_name, string_agg(r.outcome, ' ' order by e.starts_at) as outcomes,
         bool_and(e.starts_at < $1) as over, count(*)::int as n
       from event_results r join events e on e.id = r.event_id join organizations o on o.id = r.organization_id
       group by 1 order by 1`,
      [importer.clock.now()],
    );
    expect(results).toEqual([
      { short_name: 'basketball', outcomes: 'loss win win', over: true, n: 3 },
      { short_name: 'middle-school-soccer', outcomes: 'win win', over: true, n: 2 },
      { short_name: 'varsity-soccer', outcomes: 'win tie loss', over: true, n: 3 },
    ]);
  });

  it('includes a member who was deactivated, and a grant that has expired', async () => {
    expect(
      await importer.row(
        `select (select count(*)::int from memberships where deactivated_at is not null) as deactivated,
           (select count(*)::int from organization_grants where expires_at < $1) as expired`,
        [importer.clock.now()],
      ),
    ).toEqual({ deactivated: 1, expired: 1 });
  });

  it('shows notices and documents with their files, and has alerted nobody', async () => {
    const counts = await importer.row(
      `select (select count(*)::int from notices where starts_at <= $1 and expires_at > $1) as shown,
         (select count(*)::int from notices where starts_at > $1) as coming,
         (select count(*)::int from notices where alerted_at is null) as loud,
         (select count(*)::int from documents) as documents,
         (select count(*)::int from notifications where kind <> 'slip_answered_by_other_guardian') as notifications`,
      [importer.clock.now()],
    );
    expect(counts).toEqual({ shown: 11, coming: 1, loud: 0, documents: 10, notifications: 0 });
    const stored = await importer.rows<{ key: string }>(
      'select key from attachments union select key from embedded_images order by key',
    );
    expect(stored.length).toBeGreaterThan(9);
    expect(await importer.objects()).toEqual(stored.map(({ key }) => key));
  });

  it('shows a notice with a picture, and one with a file', async () => {
    const illustrated = await importer.rows<object>(
      `select source_id, body like '%<img src="image:%' as picture,
         exists (select from attachments where notice_id = notices.id) as file
       from notices where body like '%<img%' or exists (select from attachments where notice_id = notices.id) order by 1`,
    );
    expect(illustrated).toEqual([
      { source_id: 'bus-2-late', picture: false, file: true },
      { source_id: 'weir-closed', picture: true, file: false },
    ]);
  });

  it('includes families that answered polls, some more than others', async () => {
    const responses = await importer.rows<{ title: string; n: number }>(
      `select p.title, count(r.id)::int as n from polls p left join poll_responses r on r.poll_id = p.id
       group by p.id, p.title order by n desc, 1`,
    );
    expect(responses.filter(({ n }) => n > 0)).toMatchObject([
      { title: 'Which evening suits you for conferences?', n: 30 },
      { title: 'How is lunch?', n: 24 },
      { n: 12 },
      { title: 'A day in the garden', n: 8 },
      { title: 'Sommerfest: wann?', n: 7 },
      { title: 'Color of the new shirts', n: 5 },
    ]);
    expect(responses.length).toBeGreaterThan(6);
  });

  it('includes sign-ups that are open, full, waited for and closed, and a demo parent who waits', async () => {
    const items = await importer.rows<Record<string, number | string | null>>(
      `select s.title, i.title as item, i.capacity, s.closes_at <= $1 as closed,
         (count(*) filter (where c.status = 'confirmed'))::int as confirmed,
         (count(*) filter (where c.status = 'waitlisted'))::int as waiting
       from signups s join signup_items i on i.signup_id = s.id left join signup_claims c on c.item_id = i.id
       group by s.id, s.title, s.closes_at, i.id, i.title, i.capacity`,
      [importer.clock.now()],
    );
    expect(items).toContainEqual(
      expect.objectContaining({ item: 'Morning at the till', capacity: 2, confirmed: 2, waiting: 3 }),
    );
    expect(items).toContainEqual(expect.objectContaining({ item: 'Unpacking', capacity: 3, confirmed: 3 }));
    expect(items).toContainEqual(expect.objectContaining({ item: 'Afternoon at the till', confirmed: 1 }));
    expect(items).toContainEqual(
      expect.objectContaining({ item: 'Drive there and back', capacity: 2, confirmed: 2, waiting: 0 }),
    );
    expect(items).toContainEqual(expect.objectContaining({ title: 'Raking leaves', closed: true }));
    expect(
      items.every(({ capacity, confirmed }) => (confirmed as number) <= ((capacity as number) ?? 99)),
    ).toBe(true);
    const ofParent = await importer.rows(
      `select i.title, c.status from signup_claims c join signup_items i on i.id = c.item_id
       join memberships m on m.id = c.membership_id join users u on u.id = m.user_id
       where u.email = 'parent@demo.school' order by 1`,
    );
    expect(ofParent).toEqual([
      { title: 'Afternoon at the till', status: 'confirmed' },
      { title: 'Morning at the till', status: 'waitlisted' },
    ]);
  });

  it('includes slips that wait for the demo parent, and others that were granted, declined and withdrawn', async () => {
    const member = await importer.row<Member>(
      `select m.user_id as "userId", m.id as "membershipId", m.school_id as "schoolId", m.role,
         false as "isAdmin", '{}'::json as features
       from memberships m join users u on u.id = m.user_id where u.email = 'parent@demo.school'`,
    );
    const { text } = await importer.services
      .select(PermissionSlipsModule)
      .get(PermissionSlipsService)
      .list(member);
    type Slip = { title: string; closed: boolean; my_students: { name: string; state: string }[] };
    const { permission_slips: slips } = JSON.parse(text) as { permission_slips: Slip[] };
    const states = slips.map(({ title, closed, my_students }) => [
      title,
      closed,
      my_students.map(({ name, state }) => `${name.split(' ')[0]} ${state}`).join(', '),
    ]);
    expect(Object.fromEntries(states.map(([title, ...rest]) => [title, rest]))).toEqual({
      'Grade 7: a day at the Natural History Museum': [false, 'Theo needed'],
      'Tablets at home': [false, 'Nell withdrawn, Theo granted'],
      'Grade 7: three days at Lake Orrin': [false, 'Theo granted'],
      'Grade 4: a night in the library': [false, 'Nell declined'],
      'Pictures of school life': [false, 'Nell granted'],
      'A walk to the orchard': [true, 'Nell needed, Theo needed'],
    });
  });

  it('ties a slip to an event of its calendar, and has both guardians sign another', async () => {
    expect(
      await importer.rows(
        `select p.title, e.source_id as event, count(r.id)::int as answers from permission_slips p
         join events e on e.id = p.event_id join permission_slip_responses r on r.slip_id = p.id group by 1, 2`,
      ),
    ).toEqual([
      { title: 'Bus to the Five Hills Invitational', event: 'cross-country-invitational', answers: 5 },
    ]);
    expect(
      await importer.rows(
        `select r.signed_by_name, rs.place from permission_slip_response_students rs
         join permission_slip_responses r on r.id = rs.response_id join permission_slips p on p.id = r.slip_id
         join students s on s.id = rs.student_id
         where p.second_guardian_required and s.first_name = 'Theo' order by 2`,
      ),
    ).toEqual([
      { signed_by_name: 'Robin Ellery', place: 1 },
      { signed_by_name: 'Sam Ellery', place: 2 },
    ]);
  });

  it('gives some people two schools', async () => {
    const { n } = await importer.row(
      `select count(*)::int as n from (select user_id from memberships group by 1 having count(*) > 1) both_schools`,
    );
    expect(n).toBeGreaterThan(3);
  });

  it('changes nothing when it is loaded again', async () => {
    const before = await importer.everything();
    for (const { created, updated, archived } of await load()) {
      expect(
        [created, updated, archived].flatMap((counts) => Object.values(counts)).every((n) => n === 0),
      ).toBe(true);
    }
    expect(await importer.everything()).toEqual(before);
  });

  it('moves up a grade with the next school year', async () => {
    const years = () =>
      importer.row(`select graduation_year, grade from students where source_id = 'S-1001'`);
    importer.clock.moveTo('2030-07-01T12:00:00Z');
    await load();
    expect(await years()).toEqual({ graduation_year: 2036, grade: '7' });
  });
});
