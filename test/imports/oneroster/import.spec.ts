import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const oneSchool = (): OneRosterFiles => new OneRosterFiles().school('north', { name: 'North School' });

const fourStudents = (): OneRosterFiles =>
  oneSchool().student('s1').student('s2').student('s3').student('s4');

describe('import oneroster, refused as a whole', () => {
  it('for a path that is not there', async () => {
    await expect(importer.run('/nowhere/at/all')).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('for a folder without any file of an export', async () => {
    const folder = await new OneRosterFiles()
      .file('manifest.csv', null)
      .file('orgs.csv', null)
      .file('users.csv', null)
      .file('academicSessions.csv', null)
      .file('notes.txt', 'nothing')
      .inFolder();
    await expect(importer.run(folder)).rejects.toMatchObject({ code: 'not_oneroster' });
  });

  it('for a version that is not known', async () => {
    const files = oneSchool().file('manifest.csv', 'propertyName,value\noneroster.version,2.0\n');
    await expect(importer.run(files)).rejects.toMatchObject({ code: 'unknown_version' });
  });

  it.each(['2026-13-01', 'today'])('for the date %s', async (onDate) => {
    await expect(importer.run(oneSchool(), { onDate })).rejects.toMatchObject({ code: 'invalid_option' });
  });

  it('for a time zone that does not exist', async () => {
    await expect(importer.run(oneSchool(), { timeZone: 'Mars/Olympus' })).rejects.toThrow('IANA');
  });

  it('never for a time zone in other letters, which is stored as IANA writes it', async () => {
    await importer.run(oneSchool(), { timeZone: 'america/chicago' });
    expect(await importer.rows('select time_zone from schools')).toEqual([{ time_zone: 'America/Chicago' }]);
  });

  it('refuses one school alone, when it would archive more of it than the limit: the others go on', async () => {
    const before = fourStudents().school('aaa').student('other', { orgSourcedIds: 'aaa' });
    await importer.run(before);
    const after = oneSchool().student('s1', { givenName: 'Changed' }).student('s2').student('s3');
    after.school('aaa').student('other', { orgSourcedIds: 'aaa', givenName: 'Changed' });
    for (const dryRun of [true, false]) {
      const report = await importer.run(after, { archiveLimitPercent: 24, dryRun });
      expect(report).toMatchObject({
        schools: [{ short_name: 'school-aaa' }],
        updated: { students: 1 },
        archived: { students: 0 },
      });
      expect(report.errors).toEqual([
        {
          file: 'users.csv',
          line: 0,
          code: 'archive_limit',
          value: expect.any(String),
          message:
            'The import would archive 1 of 4 students of north-school, more than 24%; nothing of this school was changed. If it is right, run it again with --archive-limit 25%.',
        },
      ]);
    }
    expect(await importer.roster()).toEqual(['aaa/other', 'north/s1', 'north/s2', 'north/s3', 'north/s4']);
    expect(await importer.rows(`select source_id from students where first_name = 'Changed'`)).toEqual([
      { source_id: 'other' },
    ]);
  });

  it('not when it archives just the limit', async () => {
    await importer.run(fourStudents());
    await importer.run(oneSchool().student('s1').student('s2').student('s3'), { archiveLimitPercent: 25 });
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2', 'north/s3']);
  });
});

describe('import oneroster, schools', () => {
  it('creates a school with a short name of its own', async () => {
    const files = oneSchool().school('south', { name: 'North  School!' }).student('s1');
    const report = await importer.run(files);
    expect(report.schools.map(({ short_name, name }) => [short_name, name])).toEqual([
      ['north-school', 'North School'],
      ['north-school-2', 'North School!'],
    ]);
    expect(await importer.rows('select time_zone, country, locale, source from schools limit 1')).toEqual([
      { time_zone: 'America/New_York', country: 'US', locale: 'en-US', source: 'oneroster' },
    ]);
  });

  it('refuses a new school without a time zone, and changes nothing; for one that is there none is needed', async () => {
    await expect(importer.run(oneSchool(), { timeZone: undefined })).rejects.toThrow('name its time zone');
    expect(await importer.rows('select from schools')).toEqual([]);
    await importer.run(oneSchool());
    expect((await importer.run(oneSchool(), { timeZone: undefined })).warnings).toEqual([]);
  });

  it('takes over a new name and keeps the short name', async () => {
    await importer.run(oneSchool());
    const report = await importer.run(new OneRosterFiles().school('north', { name: 'Northern School' }));
    expect(report.updated.schools).toBe(1);
    expect(await importer.rows('select short_name, name from schools')).toEqual([
      { short_name: 'north-school', name: 'Northern School' },
    ]);
  });

  it('leaves a school alone that the export does not name or that is not active', async () => {
    await importer.run(fourStudents());
    await importer.run(new OneRosterFiles().school('south').student('x', { orgSourcedIds: 'south' }));
    const closed = new OneRosterFiles().school('north', { status: 'tobedeleted' }).school('south');
    closed.student('x', { orgSourcedIds: 'south' }).student('s1');
    const report = await importer.run(closed);
    expect(told(report.warnings)).toEqual(['orgs.csv:2 school_not_active north']);
    expect(report.errors).toEqual([]);
    expect((await importer.roster()).length).toBe(5);
  });

  it('places people of a department in its school', async () => {
    const files = oneSchool().school('district', { type: 'district' });
    files.school('science', { type: 'department', parentSourcedId: 'north', name: 'Science' });
    files.student('s1', { orgSourcedIds: 'science' }).teacher('t1', { orgSourcedIds: 'science' });
    const report = await importer.run(files);
    expect(report).toMatchObject({
      errors: [],
      warnings: [],
      created: { schools: 1, students: 1, staff: 1 },
    });
    expect(await importer.rows('select title, department from staff_members')).toEqual([
      { title: 'Teacher', department: 'Science' },
    ]);
  });

  it('reports people whose org leads to no school, with their line, and takes the others', async () => {
    const files = oneSchool().school('lost', { type: 'department', parentSourcedId: 'nowhere' });
    files.student('s1').student('s2', { orgSourcedIds: 'lost' }).teacher('t1', { orgSourcedIds: 'unheard' });
    files
      .student('s3', { orgSourcedIds: '' })
      .parent('p1', { orgSourcedIds: 'unheard', agentSourcedIds: 's1' });
    const report = await importer.run(files);
    expect(told(report.errors)).toEqual([
      'users.csv:3 unknown_school lost',
      'users.csv:4 unknown_school unheard',
      'users.csv:5 unknown_school orgSourcedIds',
    ]);
    expect(told(report.warnings)).toEqual(['orgs.csv:3 org_without_school lost']);
    expect(await importer.roster()).toEqual(['north/s1']);
  });

  it('passes over staff of a district, and tells that its students are left out', async () => {
    const files = oneSchool().school('district', { type: 'district' });
    files.student('s1', { orgSourcedIds: 'district' }).teacher('t1', { orgSourcedIds: 'district' });
    const report = await importer.run(files);
    expect(report.warnings).toEqual([]);
    expect(told(report.errors)).toEqual(['users.csv:2 student_without_school s1']);
  });

  it('reports a set without any school and imports nothing', async () => {
    const report = await importer.run(new OneRosterFiles().school('d', { type: 'district' }));
    expect(told(report.errors)).toEqual(['orgs.csv:0 no_school school']);
    expect(report).toMatchObject({ schools: [], created: {} });
  });
});

describe('import oneroster, a rehearsal', () => {
  it('reports what the run would and writes nothing', async () => {
    const files = () =>
      fourStudents().school('south', { name: 'North School' }).parent('p', { agentSourcedIds: 's1' });
    const rehearsed = await importer.run(files(), { dryRun: true });
    expect(await importer.rows('select 1 from schools')).toEqual([]);
    const ran = await importer.run(files());
    const comparable = ({ schools, dry_run: _, run_id: _id, ...rest }: typeof ran) => ({
      ...rest,
      schools: schools.map((school) => school.short_name),
    });
    expect(comparable(rehearsed)).toEqual(comparable(ran));
    expect(rehearsed.dry_run).toBe(true);
    expect(ran.created).toEqual({ schools: 2, students: 4, guardians: 1, staff: 0 });
  });
});

describe('import oneroster, twice at once', () => {
  it('makes one row a student of a school that is there', async () => {
    await importer.run(oneSchool());
    const path = await fourStudents().inFolder();
    for (let round = 0; round < 5; round += 1) {
      await importer.rows('delete from students');
      const reports = await Promise.all(Array.from({ length: 5 }, () => importer.run(path)));
      expect(reports.map((report) => report.created.students).sort()).toEqual([0, 0, 0, 0, 4]);
    }
  });

  it('makes one school and one row a student', async () => {
    const path = await fourStudents().inFolder();
    for (let round = 0; round < 5; round += 1) {
      await importer.empty();
      const reports = await Promise.all(Array.from({ length: 5 }, () => importer.run(path)));
      expect(reports.map((report) => report.created.students).sort()).toEqual([0, 0, 0, 0, 4]);
      expect(await importer.roster()).toHaveLength(4);
      expect(await importer.rows('select 1 from schools')).toHaveLength(1);
    }
  });
});
