import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportReport } from '../../../src/platform/import-report.js';
import { District } from '../../support/schools/district.factory.js';
import type { Person } from '../../support/school.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { autumnOf, mailOf, springOf } from './a-changing-district.js';
import { TableDump } from './table-dump.js';
import { undo } from './undo-run.js';

let t: ImportApp;
let district: District;
let districts = 0;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(() => {
  t.clock.moveTo('2026-11-21T12:00:00Z');
  district = new District(t, `undone-${(districts += 1)}`);
});

const dump = () => TableDump.of(t.dataSource);
const run = ({ run_id, errors }: ImportReport): string => {
  expect(errors).toEqual([]);
  return run_id!;
};
const mail = (name: string): string => mailOf(district, name);
const autumn = () => autumnOf(district);
const spring = () => springOf(district);

/** Writes what members write about students. */
async function writeAbout(person: Person, school: string, student: string): Promise<void> {
  const [row] = await t.dataSource.query<{ id: string }[]>(
    'select id from students where school_id = $1 and source_id = $2',
    [school, student],
  );
  const path = `/students/${row!.id}`;
  const write = { token: person.token };
  expect((await t.api.put(`${path}/note`, { ...write, body: { body: 'Plays the flute' } })).status).toBe(200);
  expect((await t.api.post(`${path}/star`, write)).status).toBeLessThan(300);
  const list = await t.api.post(`/schools/${school}/lists`, { ...write, body: { name: 'Mine' } });
  const entry = { ...write, body: { student_id: row!.id } };
  expect((await t.api.post(`/lists/${String(list.body.id)}/students`, entry)).status).toBeLessThan(300);
}

describe('The undo of a roster', () => {
  it('leaves no row otherwise than it was, where the run made the schools', async () => {
    const before = await dump();
    const id = run(await district.bring(autumn()));
    const report = await undo(t, id);
    expect([report.schools.length, report.conflicts]).toEqual([2, []]);
    expect(report.removed).toMatchObject({ schools: 2, students: 3, guardians: 3, staff_members: 1 });
    before.assertEqual(await dump());
    expect(run(await district.bring(autumn()))).not.toBe(id);
  });

  it('leaves no row otherwise than it was, where families changed and students moved', async () => {
    await district.bring(autumn());
    const [low, mid] = [await district.schoolId('low'), await district.schoolId('mid')];
    const [a, b, c] = [
      await district.registered(mail('ga')),
      await district.registered(mail('gb')),
      await district.registered(mail('gc')),
    ];
    await writeAbout(a, low, 'b');
    await writeAbout(b, low, 'a');
    await writeAbout(c, mid, 'c');
    await t.api.patch('/me/profile-visibility', {
      token: a.token,
      body: { profile_visibility: 'name_only' },
    });
    t.clock.moveTo('2026-11-22T12:00:00Z');
    const before = await dump();
    const id = run(await district.bring(spring()));
    expect(await district.seenBy(b)).toMatchObject([{ status: 'deactivated' }]);
    const report = await undo(t, id);
    expect([report.conflicts, report.schools.map(({ short_name }) => short_name)]).toEqual([
      [],
      expect.arrayContaining([expect.stringMatching(/low/), expect.stringMatching(/mid/)]),
    ]);
    before.assertEqual(await dump());
    expect(await district.seenBy(b)).toMatchObject([{ status: 'active', students: ['Given b'] }]);
    run(await district.bring(spring()));
    expect(await district.onFile('mid')).toEqual(['a: Given ga Family ga parent']);
  });

  it('keeps who was put on a class by hand after the run had taken them off it', async () => {
    await district.bring(autumn());
    const without = autumn();
    without.enrollments.splice(1, 1);
    const id = run(await district.bring(without));
    await t.dataSource.query(
      `insert into organization_students (school_id, organization_id, student_id, added_at)
       select o.school_id, o.id, s.id, now() from organizations o join students s on s.school_id = o.school_id
       where o.source_id = 'k' and s.source_id = 'b' and o.source = $1 and s.source = $1`,
      [district.source],
    );
    const before = await dump();
    const { conflicts } = await undo(t, id);
    expect(conflicts).toMatchObject([{ type: 'organization_student', reason: 'made_again' }]);
    before.assertEqual(await dump());
  });
});
