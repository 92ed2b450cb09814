import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DemoSchoolService } from '../../src/demo/demo-school.service.js';
import { ContentImporter } from './content-importer.js';

describe('the demo school', () => {
  let importer: ContentImporter;
  beforeAll(async () => (importer = await ContentImporter.create()));
  afterAll(() => importer.close());

  const load = () => importer.services.get(DemoSchoolService).load();

  it('is loaded within seconds, without a fault', async () => {
    const from = performance.now();
    const reports = await load();
    expect(performance.now() - from).toBeLessThan(20_000);
    expect(reports.map(({ errors, warnings }) => [errors, warnings])).toEqual([
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
    expect(students).toEqual([{ first_name: 'Eleanor' }, { first_name: 'Theo' }]);
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

  it('shows notices and documents with their files, and has alerted nobody', async () => {
    const counts = await importer.row(
      `select (select count(*)::int from notices where starts_at <= $1 and expires_at > $1) as shown,
         (select count(*)::int from notices where starts_at > $1) as coming,
         (select count(*)::int from notices where alerted_at is null) as loud,
         (select count(*)::int from documents) as documents,
         (select count(*)::int from notifications) as notifications`,
      [importer.clock.now()],
    );
    expect(counts).toEqual({ shown: 11, coming: 1, loud: 0, documents: 10, notifications: 0 });
    const attached = await importer.rows<{ key: string }>('select key from attachments order by key');
    expect(attached.length).toBeGreaterThan(8);
    expect(await importer.objects()).toEqual(attached.map(({ key }) => key));
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
