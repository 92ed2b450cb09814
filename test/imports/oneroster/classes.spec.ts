import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const north = (): OneRosterFiles =>
  new OneRosterFiles().school('north').student('s1').student('s2').teacher('t1').teacher('t2');

const column = async (name: string): Promise<unknown[]> =>
  (
    await importer.rows<{ value: unknown }>(`select ${name} as value from organizations order by source_id`)
  ).map(({ value }) => value);

describe('import oneroster, classes that cannot be taken', () => {
  it('reports what leads nowhere with file and line, and takes the rest', async () => {
    const files = north().class('c1').class('c2', { schoolSourcedId: 'nowhere' });
    files.class('c1').class('').class('c3', { title: '', classCode: '' });
    files.enroll('c1', 's1').enroll('c1', 'nobody').enroll('c9', 's1').enroll('c1', '');
    files.enroll('c1', 's2', { beginDate: '31.12.2026' }).enroll('c1', 't1', { role: 'wizard' });
    const report = await importer.run(files);
    expect(told([...report.errors, ...report.warnings])).toEqual([
      'classes.csv:3 unknown_school nowhere',
      'classes.csv:4 duplicate_sourced_id c1',
      'classes.csv:5 missing_sourced_id sourcedId',
      'classes.csv:6 missing_name c3',
      'enrollments.csv:3 enrollment_without_user nobody',
      'enrollments.csv:4 unknown_class c9',
      'enrollments.csv:5 missing_sourced_id classSourcedId, userSourcedId',
      'enrollments.csv:7 unknown_role wizard',
      'enrollments.csv:6 invalid_date 31.12.2026',
    ]);
    expect(await importer.classes()).toEqual(['c1: s1 s2 | ']);
  });

  it('takes nobody of another school into a class, nor anybody in a role that is not theirs', async () => {
    const files = north().school('east').student('s9', { orgSourcedIds: 'east' }).class('c1');
    files.enroll('c1', 's9').enroll('c1', 's1').teach('c1', 's2').enroll('c1', 't1');
    const report = await importer.run(files);
    expect(told(report.errors)).toEqual([
      'enrollments.csv:2 enrollment_of_outsider s9',
      'enrollments.csv:4 enrollment_of_outsider s2',
      'enrollments.csv:5 enrollment_of_outsider t1',
    ]);
    expect(await importer.classes()).toEqual(['c1: s1 | ']);
  });

  it('leaves out who is disabled, without a word, and who is there as a proctor or administrator', async () => {
    const files = north().student('s3', { enabledUser: 'false' }).class('c1').enroll('c1', 's3');
    files.enroll('c1', 't1', { role: 'proctor' }).enroll('c1', 't2', { role: 'administrator' });
    const report = await importer.run(files);
    expect([...report.errors, ...report.warnings]).toEqual([]);
    expect(await importer.classes()).toEqual(['c1:  | ']);
  });
});

describe('import oneroster, classes', () => {
  it('become organizations with their students, and their teachers as leaders, primary ones first', async () => {
    const files = north().teacher('t3', { role: 'aide' }).class('c1').class('c2');
    files.teach('c1', 't1').teach('c1', 't2', { primary: 'true' }).enroll('c1', 't3', { role: 'aide' });
    files.enroll('c1', 's1').enroll('c1', 's2').enroll('c2', 's2').enroll('c2', 's2');
    const report = await importer.run(files);
    expect(report).toMatchObject({
      errors: [],
      warnings: [],
      created: { organizations: 2, organization_students: 3, organization_leaders: 3 },
    });
    expect(await importer.classes()).toEqual(['c1: s1 s2 | t2 Teacher, t1 Teacher, t3 Aide', 'c2: s2 | ']);
  });

  it('change nothing a second time', async () => {
    const files = north().class('c1').teach('c1', 't1').enroll('c1', 's1').enroll('c1', 's2');
    await importer.run(files);
    const rows = () =>
      importer.rows(
        'select o.*, os.*, l.* from organizations o, organization_students os, organization_leaders l',
      );
    const before = await rows();
    const report = await importer.run(files);
    expect(report.unchanged).toMatchObject({
      organizations: 1,
      organization_students: 2,
      organization_leaders: 1,
    });
    for (const counts of [report.created, report.updated, report.archived])
      expect(Object.values(counts).every((count) => count === 0)).toBe(true);
    expect(await rows()).toEqual(before);
  });

  it('take their names from title, course or code, with a short name of their own', async () => {
    const files = north();
    files.courses.push(
      { sourcedId: 'k1', title: 'Algebra 2' },
      { sourcedId: 'k2', title: 'Art', subjects: '14,Visual arts' },
    );
    files.class('c1', { title: 'Algebra 2 (MAT315)', courseSourcedId: 'k1' });
    files.class('c2', { title: '', courseSourcedId: 'k1', classCode: 'ALG-2' });
    files.class('c3', { title: 'Élan & Ünder', courseSourcedId: 'k2' });
    files.class('c4', { title: 'Élan & Ünder', subjects: 'Music' }).class('c5', { title: '美術' });
    files.class('c6', { title: '', classCode: 'HR 7' });
    await importer.run(files);
    expect(await column('name')).toEqual([
      'Algebra 2 (MAT315)',
      'Algebra 2',
      'Élan & Ünder',
      'Élan & Ünder',
      '美術',
      'HR 7',
    ]);
    expect(await column('short_name')).toEqual([
      'algebra-2-mat315',
      'alg-2',
      'elan-under',
      'elan-under-2',
      'class',
      'hr-7',
    ]);
    expect(await column('category')).toEqual(['Algebra 2', null, 'Visual arts', 'Music', null, null]);
    expect(await column('kind')).toEqual(Array(6).fill('class'));
  });

  it('keep their short name when their title changes', async () => {
    await importer.run(north().class('c1', { title: 'Art' }));
    const report = await importer.run(north().class('c1', { title: 'Fine Art' }));
    expect(report.updated.organizations).toBe(1);
    expect([await column('name'), await column('short_name')]).toEqual([['Fine Art'], ['art']]);
  });

  it('keep what was edited here while the export has nothing new', async () => {
    await importer.run(north().class('c1').teach('c1', 't1'));
    await importer.rows(`update organizations set name = 'Ours', description = '<p>Ours</p>'`);
    await importer.rows(`update organization_leaders set title = 'Homeroom teacher'`);
    await importer.run(north().class('c1').teach('c1', 't1'));
    expect([await column('name'), await column('description')]).toEqual([['Ours'], ['<p>Ours</p>']]);
    expect(await importer.classes()).toEqual(['c1:  | t1 Homeroom teacher']);
  });

  it('include those of School Data Sync as well, with its names of columns', async () => {
    const files = north();
    files.file(
      'classes.csv',
      'sourcedId,orgSourcedId,title,sessionSourcedIds,courseSourcedId\nc1,north,Biology,fy,',
    );
    files.file('enrollments.csv', 'classSourcedId,userSourcedId,role\nc1,s1,student\nc1,t1,professor\n');
    expect((await importer.run(files)).errors).toEqual([]);
    expect(await importer.classes()).toEqual(['c1: s1 | t1 Professor']);
  });

  it('count for roles of OneRoster 1.2 too', async () => {
    const files = new OneRosterFiles().school('north').user('s1').role('s1').user('t1');
    files.role('t1', { role: 'teacher' }).class('c1').enroll('c1', 's1').teach('c1', 't1');
    await importer.run(files);
    expect(await importer.classes()).toEqual(['c1: s1 | t1 Teacher']);
  });
});

describe('import oneroster, classes of a full replacement', () => {
  const full = () => north().class('c1').class('c2').teach('c1', 't1').enroll('c1', 's1').enroll('c2', 's2');

  it('leave with their rosters when they are not given, whatever the limit for students', async () => {
    await importer.run(full());
    const files = north().class('c1').teach('c1', 't1').enroll('c1', 's1');
    const report = await importer.run(files, { archiveLimitPercent: 0 });
    expect(report.archived).toMatchObject({ organizations: 1, organization_students: 0 });
    expect(await importer.archivedClasses()).toEqual(['c2']);
    expect(await importer.rows('select 1 from organization_students')).toHaveLength(2);
  });

  it('lose who is not enrolled any more', async () => {
    await importer.run(full());
    const files = north().class('c1').class('c2').enroll('c1', 's2', { status: 'tobedeleted' });
    const report = await importer.run(files.teach('c1', 't2').enroll('c2', 's2'));
    expect(report.archived).toMatchObject({ organization_students: 1, organization_leaders: 1 });
    expect(await importer.classes()).toEqual(['c1:  | t2 Teacher', 'c2: s2 | ']);
  });

  it('keep who was added by hand, even when the export gave and takes the same person', async () => {
    await importer.run(full());
    await importer.rows(
      `insert into organization_students (organization_id, student_id, school_id, added_at, jersey)
       select o.id, s.id, o.school_id, now(), '7' from organizations o, students s
       where o.source_id = 'c1' and s.source_id = 's2'`,
    );
    await importer.rows(`update organization_leaders set source = null`);
    await importer.run(full().enroll('c1', 's2'));
    const nobody = 'classSourcedId,userSourcedId,role\n';
    await importer.run(north().class('c1').class('c2').file('enrollments.csv', nobody));
    expect(await importer.classes()).toEqual(['c1: s2 | t1 Teacher', 'c2:  | ']);
    expect(await importer.rows('select jersey from organization_students')).toEqual([{ jersey: '7' }]);
  });

  it('keep their people when no enrolments come with them', async () => {
    await importer.run(full());
    await importer.run(north().class('c1').class('c2'));
    expect(await importer.classes()).toEqual(['c1: s1 | t1 Teacher', 'c2: s2 | ']);
  });

  it('stay as they are where a row cannot be read', async () => {
    await importer.run(full());
    const files = north().file(
      'classes.csv',
      'sourcedId,title,schoolSourcedId\nc1,A,north\nc2,B,north,too,many\n',
    );
    files.file('enrollments.csv', 'classSourcedId,userSourcedId,role\nc1,s2,student\nc1,"s1,student\n');
    const report = await importer.run(files);
    expect(told(report.errors)).toEqual([
      'classes.csv:3 column_count 5 of 3',
      'enrollments.csv:3 broken_quotes "',
    ]);
    expect(await importer.classes()).toEqual(['c1: s1 s2 | t1 Teacher', 'c2: s2 | ']);
  });

  it('keep who is enrolled in a role that nobody knows', async () => {
    await importer.run(full());
    const files = north().class('c1').class('c2').teach('c1', 't1', { role: 'wizard' });
    files.enroll('c1', 's1', { role: 'pupil' }).enroll('c2', 's2', { role: 'pupil', status: 'tobedeleted' });
    await importer.run(files);
    expect(await importer.classes()).toEqual(['c1: s1 | t1 Teacher', 'c2:  | ']);
  });

  it('keep a student of whom the export says nothing readable', async () => {
    await importer.run(full());
    const files = new OneRosterFiles()
      .school('north')
      .student('s1', { orgSourcedIds: 'nowhere' })
      .student('s2');
    await importer.run(files.class('c1').class('c2').enroll('c2', 's2').teach('c1', 't1').teacher('t1'));
    expect(await importer.classes()).toEqual(['c1: s1 | t1 Teacher', 'c2: s2 | ']);
  });
});
