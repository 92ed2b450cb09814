import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

/** Users of 1.2 have no role and no orgs of their own. */
const north = (): OneRosterFiles => new OneRosterFiles().school('north').school('south');

describe('import oneroster 1.2', () => {
  it('takes roles and schools from roles.csv', async () => {
    const files = north().user('s1', { grades: '05', preferredGivenName: 'Addy', userMasterIdentifier: 'x' });
    files.user('t1').user('p1', { agentSourcedIds: 's1' }).user('b1', { agentSourcedIds: 's1' });
    files.role('s1').role('t1', { role: 'teacher', roleType: 'secondary' }).role('t1', { role: 'principal' });
    files.role('t1', { role: 'counselor', orgSourcedId: 'south' }).role('p1', { role: 'guardian' });
    files.role('b1', { role: 'teacher' }).role('b1', { role: 'parent', roleType: 'secondary' });
    files
      .file('userProfiles.csv', 'sourcedId,password\nup1,secret\n')
      .file('demographics.csv', 'sourcedId,sex\ns1,female\n');
    const report = await importer.run(files);
    expect(report).toMatchObject({
      errors: [],
      warnings: [],
      created: { students: 1, guardians: 2, staff: 3 },
    });
    expect(await importer.links()).toEqual(['s1: b1 parent', 's1: p1 guardian']);
    expect(await importer.rows('select source_id, title from staff_members order by 1, 2')).toEqual([
      { source_id: 'b1', title: 'Teacher' },
      { source_id: 't1', title: 'Counselor' },
      { source_id: 't1', title: 'Principal' },
    ]);
    expect(await importer.rows('select preferred_name, grade from students')).toEqual([
      { preferred_name: 'Addy', grade: '5' },
    ]);
    expect((await importer.run(files)).unchanged).toEqual({
      schools: 2,
      students: 1,
      guardians: 2,
      staff: 3,
    });
  });

  it('takes the grade of the primary role, not of a secondary one at the same school', async () => {
    const files = north().user('s1').user('s2', { grades: '03' });
    files.role('s1', { grades: '05' }).role('s1', { roleType: 'secondary', grades: '09' });
    await importer.run(files.role('s2', { roleType: 'secondary', grades: '04' }).role('s2'));
    const grades = () => importer.rows('select source_id, grade from students order by 1');
    expect(await grades()).toEqual([
      { source_id: 's1', grade: '5' },
      { source_id: 's2', grade: '3' },
    ]);
    const changes = new OneRosterFiles().delta().mode({ roles: 'delta' }).user('s1', { grades: '06' });
    await importer.run(changes.role('s1', { grades: '07' }));
    expect(await grades()).toMatchObject([{ grade: '7' }, { grade: '3' }]);
  });

  it('lets a role end and does not wait for it to begin', async () => {
    const files = north().user('s1').user('s2').user('s3');
    files
      .role('s1', { endDate: '2026-11-20' })
      .role('s2', { endDate: '11/21/2026' })
      .role('s3', { beginDate: '2027-01-10' });
    const report = await importer.run(files);
    expect(report.errors).toEqual([]);
    expect(await importer.roster()).toEqual(['north/s2', 'north/s3']);
  });

  it('moves a student whose role at one school ended and at another began', async () => {
    await importer.run(north().user('s1').role('s1'));
    await importer.run(
      north().user('s1').role('s1', { status: 'inactive' }).role('s1', { orgSourcedId: 'south' }),
    );
    expect(await importer.roster()).toEqual(['south/s1']);
  });

  it('reports a role without its user, a user without any role, and a role at no school', async () => {
    const files = north().user('s1').user('alone').user('s2');
    files.role('s1').role('ghost').role('s2', { orgSourcedId: 'unheard' });
    const report = await importer.run(files);
    expect(told(report.warnings)).toEqual(['users.csv:3 no_role alone']);
    expect(told(report.errors)).toEqual([
      'roles.csv:3 role_without_user ghost',
      'roles.csv:4 unknown_school unheard',
    ]);
    expect(await importer.roster()).toEqual(['north/s1']);
  });

  it('reads School Data Sync: grades with the role, families in relationships.csv, no manifest', async () => {
    const files = north().user('s1', { email: 's1@x.org' }).user('p1');
    files
      .role('s1', { grade: '10', isPrimary: 'TRUE', roleEndDate: '2027-06-20' })
      .relationship('s1', 'p1', 'relative');
    files.file('manifest.csv', null);
    const report = await importer.run(files);
    expect(report.errors).toEqual([]);
    expect(told(report.warnings)).toEqual(['manifest.csv:0 no_manifest manifest.csv']);
    expect(await importer.links()).toEqual(['s1: p1 relative']);
    expect(await importer.rows('select grade, graduation_year from students')).toEqual([
      { grade: '10', graduation_year: 2029 },
    ]);
  });
});

describe('import oneroster, the manifest', () => {
  it('keeps a file from being read when it says absent', async () => {
    await importer.run(north().student('s1'));
    const report = await importer.run(north().student('s2').mode({ users: 'absent' }));
    expect(told(report.warnings)).toEqual(['manifest.csv:5 unexpected_file users.csv']);
    expect(await importer.roster()).toEqual(['north/s1']);
  });

  it('leaves alone what is stored when it names a file which is not there', async () => {
    await importer.run(north().student('s1'));
    const report = await importer.run(north().file('users.csv', null));
    expect(told(report.warnings)).toEqual(['manifest.csv:5 missing_file users.csv']);
    expect(await importer.roster()).toEqual(['north/s1']);
  });

  it('makes every file a full replacement when it is missing', async () => {
    await importer.run(north().student('s1').student('s2'));
    const report = await importer.run(north().student('s1').file('manifest.csv', null));
    expect(told(report.warnings)).toEqual(['manifest.csv:0 no_manifest manifest.csv']);
    expect(await importer.roster()).toEqual(['north/s1']);
  });

  it('says it in capitals, in quotation marks, and of files that are not read', async () => {
    const manifest =
      '"propertyName","value"\r\n"oneroster.version","1.2"\r\n"file.users","BULK"\r\n"file.orgs","Bulk"\r\n"file.results","absent"';
    const report = await importer.run(north().student('s1').file('manifest.csv', manifest));
    expect(report).toMatchObject({ errors: [], warnings: [] });
  });

  it('decides file by file', async () => {
    await importer.run(north().student('s1').student('s2'));
    const files = new OneRosterFiles()
      .school('south', { name: 'Renamed' })
      .student('s1')
      .mode({ orgs: 'delta' });
    const report = await importer.run(files);
    expect(report).toMatchObject({ updated: { schools: 1 }, archived: { students: 1 }, errors: [] });
  });

  it('leaves classes alone that the manifest says are absent, and says so', async () => {
    const files = north().student('s1').teacher('t1').class('c1').enroll('c1', 's1');
    const report = await importer.run(files.mode({ classes: 'absent', enrollments: 'absent' }));
    expect(told(report.warnings)).toEqual([
      'manifest.csv:6 unexpected_file classes.csv',
      'manifest.csv:7 unexpected_file enrollments.csv',
    ]);
    expect(await importer.classes()).toEqual([]);
  });
});
