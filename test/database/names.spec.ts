import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Names1796504000000 } from '../../migrations/1796504000000-names.js';
import { NamesOfBefore1796504100000 } from '../../migrations/1796504100000-names-of-before.js';
import { aStaffMember } from '../support/organization.factory.js';
import { aSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const names = (table: string): Promise<object[]> =>
  t.dataSource.query(`select first_name, last_name from ${table} order by 1, 2`);

it('gives those of before their names in batches, and takes them back', async () => {
  const school = await aSchool(t);
  const ada = await school.student({ firstName: 'Åda', lastName: 'Lane-Fox' });
  await school.student({ firstName: 'Robert', preferredName: 'Ruby', lastName: 'Lane' });
  await school.student({ firstName: '—', lastName: 'Sukarno' });
  await school.guardian(ada, { firstName: 'Budi', lastName: '—', phone: '+1 518 555 0111' });
  await aStaffMember(t, school, { firstName: '—', lastName: 'Wati' });
  await t.dataSource.query(
    `insert into students (school_id, source, source_id, first_name, last_name, preferred_name)
     select $1, 'content', 'many-' || n, 'Zed', 'Zed' || n, 'Zoe' from generate_series(1, 1700) n`,
    [school.id],
  );
  const runner = t.dataSource.createQueryRunner();
  const [first, second] = [new Names1796504000000(), new NamesOfBefore1796504100000()];

  const before = async (): Promise<object[]> =>
    t.dataSource.query(
      `select first_name, last_name from students where last_name not like 'Zed%' order by last_name, first_name`,
    );
  await second.down(runner);
  await first.down(runner);
  expect(await before()).toEqual([
    { first_name: 'Robert', last_name: 'Lane' },
    { first_name: 'Åda', last_name: 'Lane-Fox' },
    { first_name: '—', last_name: 'Sukarno' },
  ]);

  await first.up(runner);
  await second.up(runner);
  expect(await before()).toMatchObject([
    { first_name: 'Sukarno', last_name: '' },
    { first_name: 'Ruby', last_name: 'Lane' },
    { first_name: 'Åda', last_name: 'Lane-Fox' },
  ]);
  const zoes = `select count(*)::int as n from students where first_name = 'Zoe' and legal_first_name = 'Zed'`;
  expect(await t.dataSource.query(zoes)).toEqual([{ n: 1700 }]);
  expect(await names('guardians')).toEqual([{ first_name: 'Budi', last_name: '' }]);
  expect(await names('staff_members')).toEqual([{ first_name: 'Wati', last_name: '' }]);

  // The second one alone, back and again, beside a version that writes the names as before.
  await second.down(runner);
  await t.dataSource.query(`update students set first_name = 'Bob' where preferred_name = 'Ruby'`);
  await second.up(runner);
  expect(
    await t.dataSource.query(
      `select first_name, legal_first_name from students where preferred_name = 'Ruby'`,
    ),
  ).toEqual([{ first_name: 'Ruby', legal_first_name: 'Bob' }]);
  await runner.release();
});
