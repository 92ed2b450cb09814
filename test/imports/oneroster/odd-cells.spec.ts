import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const north = (): OneRosterFiles => new OneRosterFiles().school('north');
/** Longer than an index can hold, and not to be compressed. */
const LONG = randomBytes(4_000).toString('hex');
const shown = LONG.slice(0, 100);

describe('import oneroster, cells that no database could hold', () => {
  it('end between characters, in a grade and in the name of a department too', async () => {
    const files = north().student('s1', { grades: `${'x'.repeat(49)}😀` });
    files.school('d1', { type: 'department', parentSourcedId: 'north', name: `${'x'.repeat(199)}😀${LONG}` });
    const report = await importer.run(files.teacher('t1', { orgSourcedIds: 'd1' }));
    expect(report).toMatchObject({ errors: [], created: { students: 1, staff: 1 } });
    expect(await importer.roster()).toEqual(['north/s1']);
  });

  it('appear in the report where they are ids, and the other rows taken', async () => {
    const files = north().school(LONG).student('s1', { agentSourcedIds: LONG });
    files.student(LONG).user('t1', { role: 'teacher', orgSourcedIds: LONG }).class(LONG).class('c1');
    files.enroll(LONG, 's1').enroll('c1', LONG).enroll('c1', 's1').relationship('s1', LONG, 'mother');
    const report = await importer.run(files);
    expect(told(report.errors)).toEqual([
      `classes.csv:2 sourced_id_too_long ${shown}`,
      `enrollments.csv:3 enrollment_of_outsider ${shown}`,
      `orgs.csv:3 sourced_id_too_long ${shown}`,
      `users.csv:3 sourced_id_too_long ${shown}`,
      `users.csv:4 unknown_school ${shown}`,
    ]);
    expect(await importer.roster()).toEqual(['north/s1']);
    expect(await importer.classes()).toEqual(['c1: s1 | ']);
  });

  it('appear in the report where a letter has more than 30 marks, and what is stored is left alone', async () => {
    await importer.run(north().student('s1').student('s2'));
    const report = await importer.run(
      north()
        .student('s1', { givenName: `e${'\u0301\u0316'.repeat(16)}` })
        .student('s2'),
    );
    expect(told(report.errors)).toEqual(['users.csv:2 too_many_marks column 2']);
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2']);
  });

  it('leave alone what is stored of an id that was taken before', async () => {
    const id = 'x'.repeat(200);
    await importer.run(north().student(id).student('s1').class(id).enroll(id, 's1'));
    await importer.rows(`update students set source_id = source_id || 'y' where source_id = $1`, [id]);
    await importer.rows(`update organizations set source_id = source_id || 'y'`);
    const report = await importer.run(north().student(`${id}y`).student('s1').class(`${id}y`));
    expect(report.archived).toMatchObject({ students: 0, organizations: 0 });
  });
});
