import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SecondRecords1795700000000 } from '../../migrations/1795700000000-second-records.js';
import { Guardian } from '../../src/features/directory/guardians/guardian.entity.js';
import { VisibilityChange } from '../../src/features/directory/visibility/visibility-change.entity.js';
import { aSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('hides the second records of people who have hidden before, and nobody else', async () => {
  const school = await aSchool(t);
  const [ada, ben] = [await school.student(), await school.student()];
  const [hidden, shown] = [await school.parentOf(ada), await school.parentOf(ada)];
  const onFile = (email: string, firstName = 'Maria') => school.guardian(ada, { email, firstName });
  const second = await onFile(hidden.email, 'MARIA');
  const others = [
    await onFile(hidden.email, 'Ian'),
    await onFile(shown.email),
    await school.guardian(ben, { email: hidden.email }),
  ];
  await t.dataSource.query(`update guardians set profile_visibility = 'name_only' where id = $1`, [
    hidden.guardianId,
  ]);

  const runner = t.dataSource.createQueryRunner();
  await new SecondRecords1795700000000().up(runner).finally(() => runner.release());

  const visibilityOf = async ({ id }: Guardian) =>
    (await t.dataSource.manager.findOneByOrFail(Guardian, { id })).profileVisibility;
  expect(await visibilityOf(second)).toBe('name_only');
  expect(await Promise.all(others.map(visibilityOf))).toEqual(['full', 'full', 'full']);
  expect(await t.dataSource.manager.find(VisibilityChange)).toMatchObject([
    { schoolId: school.id, guardianId: second.id, visible: false },
  ]);
});
