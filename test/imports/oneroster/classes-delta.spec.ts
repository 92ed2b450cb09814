import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());

beforeEach(async () => {
  await importer.empty();
  const files = new OneRosterFiles()
    .school('north')
    .school('south')
    .student('s1')
    .student('s2')
    .teacher('t1');
  files.class('c1').class('c2').teach('c1', 't1').enroll('c1', 's1').enroll('c1', 's2').enroll('c2', 's2');
  await importer.run(files);
});

const FULL = ['c1: s1 s2 | t1 Teacher', 'c2: s2 | '];
const changes = (): OneRosterFiles => new OneRosterFiles().delta();

describe('import oneroster, changes of classes only', () => {
  it('take a student from a class whom they say has left it', async () => {
    const files = changes().enroll('c1', 's1', { status: 'tobedeleted' });
    const report = await importer.run(files.enroll('c1', 's2', { endDate: '2026-11-20' }));
    expect(report).toMatchObject({ errors: [], archived: { organization_students: 2, organizations: 0 } });
    expect(await importer.classes()).toEqual(['c1:  | t1 Teacher', 'c2: s2 | ']);
  });

  it('keep everybody of whom they say nothing', async () => {
    await importer.run(changes().student('s1', { givenName: 'New' }).class('c1', { title: 'New' }));
    expect(await importer.classes()).toEqual(FULL);
    expect(await importer.rows(`select name from organizations where source_id = 'c1'`)).toEqual([
      { name: 'New' },
    ]);
  });

  it('put students and teachers into classes that have no row, from schools whose people have none', async () => {
    const files = changes().enroll('c2', 's1').teach('c2', 't1', { beginDate: '2027-01-10' });
    const report = await importer.run(files);
    expect(report).toMatchObject({ errors: [], warnings: [], archived: { students: 0, staff: 0 } });
    expect(await importer.classes()).toEqual([FULL[0], 'c2: s1 s2 | t1 Teacher']);
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2']);
  });

  it('change nothing a second time', async () => {
    const files = changes().enroll('c2', 's1').enroll('c1', 's1', { status: 'tobedeleted' }).class('c1');
    await importer.run(files);
    const { created, updated, archived } = await importer.run(files);
    for (const counts of [created, updated, archived])
      expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  });

  it('keep a student by whose other enrolment they are still in the class', async () => {
    const files = changes().enroll('c1', 's1', { status: 'tobedeleted' });
    await importer.run(files.enroll('c1', 's1', { sourcedId: 'again' }));
    expect(await importer.classes()).toEqual(FULL);
  });

  it('leave alone whom somebody put there by hand', async () => {
    await importer.rows(`update organization_students set source = null`);
    await importer.run(changes().enroll('c1', 's1', { status: 'tobedeleted' }));
    expect(await importer.classes()).toEqual(FULL);
  });

  it('archive a class that is deleted, and bring it back', async () => {
    const report = await importer.run(
      changes().class('c1', { status: 'tobedeleted' }).class('c9', { status: 'tobedeleted' }),
    );
    expect(report).toMatchObject({
      errors: [],
      archived: { organizations: 1 },
      created: { organizations: 0 },
    });
    expect(await importer.archivedClasses()).toEqual(['c1']);
    const files = changes().class('c1').mode({ academicSessions: 'bulk' });
    expect((await importer.run(files)).updated.organizations).toBe(1);
    expect(await importer.classes()).toEqual(FULL);
  });

  it('keep in the archive, or out of it, a class whose terms they do not name', async () => {
    await importer.rows(
      `update organizations set archived_at = now(), season = 'Fall' where source_id = 'c2'`,
    );
    const files = changes().class('c1', { title: 'A' }).class('c2', { title: 'B' });
    files.sessions = [];
    await importer.run(files.file('academicSessions.csv', null).mode({ academicSessions: 'absent' }));
    expect(await importer.archivedClasses()).toEqual(['c2']);
    expect(await importer.rows(`select season, name from organizations where source_id = 'c2'`)).toEqual([
      { season: 'Fall', name: 'B' },
    ]);
  });

  it('report a class of which nobody knows', async () => {
    const report = await importer.run(changes().enroll('c9', 's1').enroll('c1', 'nobody'));
    expect(told(report.errors)).toEqual([
      'enrollments.csv:2 unknown_class c9',
      'enrollments.csv:3 enrollment_without_user nobody',
    ]);
  });

  it('move a class to another school, and leave the one that it was in the archive', async () => {
    const report = await importer.run(changes().class('c2', { schoolSourcedId: 'south' }));
    expect(report).toMatchObject({ created: { organizations: 1 }, archived: { organizations: 1 } });
    expect(await importer.classes()).toEqual([FULL[0], 'c2:  | ']);
  });

  it('replace all rosters when the enrolments alone are a full replacement', async () => {
    const files = changes().mode({ enrollments: 'bulk' });
    await importer.run(files.enroll('c1', 's2').teach('c1', 't1'));
    expect(await importer.classes()).toEqual(['c1: s2 | t1 Teacher', 'c2:  | ']);
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2']);
  });

  it('leave a school alone whose classes alone are in a full replacement of users', async () => {
    const files = new OneRosterFiles().school('south').student('s9', { orgSourcedIds: 'south' });
    files.mode({ classes: 'delta' }).class('c1', { title: 'New' });
    const report = await importer.run(files, { archiveLimitPercent: 0 });
    expect(report).toMatchObject({ archived: { students: 0 }, updated: { organizations: 1 } });
    expect(await importer.classes()).toEqual(FULL);
  });
});
