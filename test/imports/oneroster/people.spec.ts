import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const north = (): OneRosterFiles => new OneRosterFiles().school('north');

describe('import oneroster, students', () => {
  it('stores what the row says, normalised', async () => {
    await importer.run(
      north().student('s1', {
        givenName: ' Zoe\u0308 ',
        middleName: 'M.',
        familyName: 'O’HARA',
        preferredGivenName: 'Zo',
        email: 'Zoe@Example.ORG ',
        sms: '555 0100',
        phone: '',
        grades: '04',
        password: 'secret',
      }),
    );
    expect(await importer.rows('select * from students')).toEqual([
      expect.objectContaining({
        source: 'oneroster',
        source_id: 's1',
        first_name: 'Zo',
        legal_first_name: 'Zoë',
        middle_name: 'M.',
        last_name: 'O’HARA',
        preferred_name: 'Zo',
        email: 'zoe@example.org',
        phone: '555 0100',
        grade: '4',
        graduation_year: 2035,
        archived_at: null,
        address_line1: null,
      }),
    ]);
  });

  it('changes nothing on a second run, nor when only the spelling of a grade differs', async () => {
    await importer.run(north().student('s1', { grades: '04' }));
    await importer.rows(`update students set first_name = 'Edited here'`);
    const report = await importer.run(north().student('s1', { grades: '4', enabledUser: 'TRUE' }));
    expect(report.unchanged).toEqual({ schools: 1, students: 1, guardians: 0, staff: 0 });
    expect(await importer.rows('select first_name from students')).toEqual([{ first_name: 'Edited here' }]);
  });

  it('matches by sourcedId, never by email, and tells ids apart by case', async () => {
    await importer.run(north().student('s1', { email: 'a@example.org' }));
    const report = await importer.run(
      north().student('s1', { givenName: 'Changed' }).student('S1', { email: 'a@example.org' }),
    );
    expect(report).toMatchObject({ created: { students: 1 }, updated: { students: 1 } });
  });

  it('gives a student of two schools a row in each', async () => {
    await importer.run(north().school('south').student('s1', { orgSourcedIds: 'north,south' }));
    expect(await importer.roster()).toEqual(['north/s1', 'south/s1']);
  });

  it.each([
    ['disabled', { enabledUser: 'FALSE' }],
    ['deleted', { status: 'tobedeleted' }],
    ['inactive', { status: 'Inactive' }],
    ['missing', null],
  ])('archives one who is %s, keeps notes and guardians, and revives them', async (_, row) => {
    const first = () =>
      north()
        .student('s1')
        .student('s2', row ?? {});
    const whole = north().student('s1').student('s2').parent('p1', { agentSourcedIds: 's2' });
    expect((await importer.run(row ? first() : north().student('s1'))).created.students).toBe(1);
    await importer.run(whole);
    const gone = row ? first() : north().student('s1');
    expect((await importer.run(gone.parent('p1'))).archived.students).toBe(1);
    expect(await importer.roster()).toEqual(['north/s1']);
    expect(await importer.rows('select 1 from guardians')).toHaveLength(1);
    const back = await importer.run(whole);
    expect(back).toMatchObject({
      created: { students: 0 },
      updated: { students: 1 },
      unchanged: { guardians: 1 },
    });
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2']);
  });

  it('takes the highest of several grades and none from an unknown one', async () => {
    await importer.run(
      north()
        .student('s1', { grades: '09,10' })
        .student('s2', { grades: 'UG' })
        .student('s3', { grades: '' }),
    );
    expect(await importer.rows('select grade, graduation_year from students order by source_id')).toEqual([
      { grade: '10', graduation_year: 2029 },
      { grade: 'UG', graduation_year: null },
      { grade: null, graduation_year: null },
    ]);
  });

  it('counts graduation from the school year of the day that is given', async () => {
    const files = north().student('s1', { grades: '12' });
    files.sessions = [{ sourcedId: 'old', type: 'schoolYear', startDate: '9/5/2018', endDate: '6/22/2019' }];
    const report = await importer.run(files, { onDate: '2018-12-01' });
    expect(report.warnings).toEqual([]);
    expect(await importer.rows('select graduation_year from students')).toEqual([{ graduation_year: 2019 }]);
    const later = await importer.run(files);
    expect(told(later.warnings)).toEqual(['academicSessions.csv:2 no_current_school_year old']);
    expect(later.unchanged.students).toBe(1);
  });
});

describe('import oneroster, rows that are not right', () => {
  it('reports them with their line, takes the others, and leaves alone what is stored of them', async () => {
    await importer.run(north().student('s1').student('s2').student('s3').student('s4'));
    const header = 'sourcedId,enabledUser,orgSourcedIds,role,givenName,familyName,email,grades,password\n';
    const rows = [
      's1,true,north,student,Ada,Park,ada@example.org,4,x',
      's2,true,north,student,Ben,"Park,ben@example.org,4,x',
      's3,true,north,student,Cem,Park,Jr.,cem@example.org,4,x',
      's4,true,north,student,,,dee@example.org,4,x',
      ',true,north,student,Eve,Park,eve@example.org,4,x',
      's1,true,north,student,Fay,Park,fay@example.org,4,x',
      's7,true,north,student,,Park,no address at all,4,x',
      's8,true,north,student,Gus,Park,,secret-password',
      's9,true,north,student,Hal,Park,hal@example.org,4',
      's10,true,north,dragon,Ida,Park,ida@example.org,4,x',
    ];
    const report = await importer.run(north().file('users.csv', header + rows.join('\n')));
    expect(told(report.errors)).toEqual([
      'users.csv:3 broken_quotes "',
      'users.csv:4 column_count 10 of 9',
      'users.csv:5 missing_name s4',
      'users.csv:6 missing_sourced_id sourcedId',
      'users.csv:7 duplicate_sourced_id s1',
      'users.csv:9 column_count s8',
    ]);
    expect(told(report.warnings)).toEqual([
      'users.csv:8 invalid_email s7',
      'users.csv:10 column_count s9',
      'users.csv:11 unknown_role dragon',
    ]);
    expect(report.archived.students).toBe(0);
    const students = await importer.rows(
      `select source_id || ' ' || first_name || ' ' || last_name as s from students order by 1`,
    );
    expect(students.map(({ s }) => s)).toEqual([
      's1 Ada Park',
      's2 Given s2 Family s2',
      's3 Given s3 Family s3',
      's4 Given s4 Family s4',
      's7 Park ',
      's9 Hal Park',
    ]);
    expect(JSON.stringify([report, await importer.rows('select * from students')])).not.toContain(
      'secret-password',
    );
  });

  it('reads a file of spreadsheets: mark, CRLF, other headers, one of them twice, blank lines', async () => {
    const text = [
      '\ufeffSourcedId,Enabled User,orgs,role,GivenName,Family Name,role,agents,grades,metadata.x',
      '',
      's1,TRUE,north,,Ada,"Park\r\nOlsen",Student,p1,4,',
      ',,,,,,,,,',
      'p1,1,,parent,Eve,Park,,,,zzz,',
    ].join('\r\n');
    const report = await importer.run(north().file('users.csv', text));
    expect(report).toMatchObject({ errors: [], created: { students: 1, guardians: 1 } });
    expect(told(report.warnings)).toEqual([
      'users.csv:1 misnamed_header orgs',
      'users.csv:1 misnamed_header agents',
      'users.csv:1 repeated_header role',
    ]);
    expect(await importer.rows('select last_name from students')).toEqual([{ last_name: 'Park Olsen' }]);
  });

  it('reads windows-1252 and says so', async () => {
    const text = 'sourcedId,orgSourcedIds,role,givenName,familyName\ns1,north,student,Ren\xe9e,Nu\xf1ez';
    const report = await importer.run(north().file('users.csv', Buffer.from(text, 'latin1')));
    expect(told(report.warnings)).toEqual(['users.csv:2 not_utf8 windows-1252']);
    expect(await importer.rows('select first_name, last_name from students')).toEqual([
      { first_name: 'Renée', last_name: 'Nuñez' },
    ]);
  });

  it('reads cells between semicolons', async () => {
    const text = 'sourcedId;orgSourcedIds;role;givenName;familyName\ns1;north;student;Ada;Park';
    const report = await importer.run(north().file('users.csv', text));
    expect(told(report.warnings)).toEqual(['users.csv:1 unusual_delimiter ;']);
    expect(await importer.roster()).toEqual(['north/s1']);
  });

  it('leaves everything alone when the file of users is empty', async () => {
    await importer.run(north().student('s1'));
    const report = await importer.run(north().file('users.csv', '\n'));
    expect(told(report.warnings)).toEqual(['users.csv:0 empty_file users.csv']);
    expect(await importer.roster()).toEqual(['north/s1']);
  });

  it('leaves everything alone when the users have no ids at all', async () => {
    await importer.run(north().student('s1'));
    const report = await importer.run(north().file('users.csv', 'givenName,familyName\nAda,Park\n'));
    expect(told(report.errors)).toEqual(['users.csv:1 missing_column id']);
    expect(await importer.roster()).toEqual(['north/s1']);
  });
});

describe('import oneroster, staff', () => {
  it('makes one entry a school and person, with the role in words, and no rights', async () => {
    const files = north().school('south').student('s1');
    files
      .teacher('t1', { orgSourcedIds: 'north,south' })
      .teacher('t2', { role: 'Administrator', email: 'T2@x.org' });
    files.teacher('t3', { role: 'aide', enabledUser: 'false' });
    const report = await importer.run(files);
    expect(report.created.staff).toBe(3);
    const staff = await importer.rows(
      `select s.source_id, sc.source_id as school, title, email from staff_members s
       join schools sc on sc.id = s.school_id order by 1, 2`,
    );
    expect(staff).toEqual([
      { source_id: 't1', school: 'north', title: 'Teacher', email: null },
      { source_id: 't1', school: 'south', title: 'Teacher', email: null },
      { source_id: 't2', school: 'north', title: 'Administrator', email: 't2@x.org' },
    ]);
    expect(await importer.rows('select 1 from memberships union all select 1 from users')).toEqual([]);
  });

  it('archives who is gone and revives who is back', async () => {
    await importer.run(north().student('s1').teacher('t1').teacher('t2'));
    expect((await importer.run(north().student('s1').teacher('t1'))).archived.staff).toBe(1);
    expect((await importer.run(north().student('s1').teacher('t1').teacher('t2'))).updated.staff).toBe(1);
    expect(await importer.rows('select 1 from staff_members where archived_at is null')).toHaveLength(2);
  });
});
