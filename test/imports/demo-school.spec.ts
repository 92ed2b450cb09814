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
