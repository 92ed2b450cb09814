import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RestrictionsService } from '../../../src/features/memberships/restrictions.service.js';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { TableDump } from './table-dump.js';
import { undo } from './undo-run.js';

let t: ImportApp;
let school: TestSchool;
let rob: TestMember;
beforeAll(async () => {
  t = await startImportApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  rob = await school.parent({ firstName: 'Rob' });
});

/** Two guardians of a student, of whom Rob has an account. */
const sam = (lastName: string, email = rob.email): ContentFile => ({
  students: [
    {
      ...{ source_id: 'sam', first_name: 'Sam', last_name: lastName },
      guardians: [
        { first_name: 'Rob', last_name: 'Park', email: rob.email },
        { first_name: 'Kim', last_name: 'Park', email },
      ],
    },
  ],
});

async function restrictRob(): Promise<void> {
  const [{ id }] = await t.dataSource.query<[{ id: string }]>(
    `select id from guardians where school_id = $1 and first_name = 'Rob'`,
    [school.id],
  );
  const guardian = { schoolId: school.id, student: 'sam', guardianId: id };
  const terms = { until: null, reason: 'Order of the court', timeZone: 'America/New_York' };
  await t.app.get(RestrictionsService, { strict: false }).restrict(guardian, terms);
}

const stored = (): Promise<object[]> =>
  t.dataSource.query(
    `select g.first_name as name, g.email, coalesce(g.membership_id, g.shared_membership_id) is not null as linked, s.last_name as "of"
     from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
     where g.school_id = $1 order by 1`,
    [school.id],
  );

describe('A guardian who was restricted since the import', () => {
  it('gets no other way to the student by the undo, which puts back all the rest', async () => {
    await t.bring(school.id, sam('Park'));
    const { run_id } = await t.bring(school.id, sam('Parker', 'kim@example.org'));
    await restrictRob();
    const before = await TableDump.of(t.dataSource);
    expect(await undo(t, run_id!, true)).toMatchObject({ conflict_count: 1 });
    before.assertEqual(await TableDump.of(t.dataSource));
    expect(await undo(t, run_id!)).toMatchObject({
      changed: { students: 1 },
      conflicts: [{ type: 'guardian', reason: 'refused', title: null }],
    });
    expect(await stored()).toEqual([
      { name: 'Kim', email: 'kim@example.org', linked: false, of: 'Park' },
      { name: 'Rob', email: rob.email, linked: true, of: 'Park' },
    ]);
  });
});
