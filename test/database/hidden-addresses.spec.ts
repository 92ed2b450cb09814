import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HiddenAddresses1796300100000 } from '../../migrations/1796300100000-hidden-addresses.js';
import { Student } from '../../src/features/directory/students/student.entity.js';
import { User } from '../../src/features/account/user.entity.js';
import { aSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => (t = await startTestApp()));
afterAll(() => t.close());

it('hides the siblings that were shown by mistake, and remembers who hides', async () => {
  const migration = new HiddenAddresses1796300100000();
  const runner = t.dataSource.createQueryRunner();
  const school = await aSchool(t);
  const [ada, ben] = [await school.student({ addressVisible: false }), await school.student()];
  const maria = await school.parentOf([ada, ben]);
  // The school has hidden one of two: nobody has chosen so, and the other one stays.
  const [cleo, dan] = [await school.student({ addressVisible: false }), await school.student()];
  await school.parentOf([cleo, dan]);
  // Somebody has shown the sibling since.
  const [eve, fay] = [await school.student({ addressVisible: false }), await school.student()];
  await school.parentOf([eve, fay]);
  const others = await school.parentOf(await school.student());
  await migration.down(runner);
  const changed = (student: Student, visible: boolean) =>
    t.dataSource.query(
      `insert into visibility_changes (school_id, student_id, visible, changed_at) values ($1, $2, $3, now())`,
      [school.id, student.id, visible],
    );
  for (const student of [ada, eve]) await changed(student, false);
  await changed(fay, true);

  await migration.up(runner).finally(() => runner.release());

  const isVisible = async ({ id }: Student) =>
    (await t.dataSource.manager.findOneByOrFail(Student, { id })).addressVisible;
  expect(await Promise.all([ben, dan, fay].map(isVisible))).toEqual([false, true, true]);
  const hides = async ({ userId }: { userId: string }) =>
    (await t.dataSource.manager.findOneByOrFail(User, { id: userId })).hidesAddress;
  expect([await hides(maria), await hides(others)]).toEqual([true, false]);
});
