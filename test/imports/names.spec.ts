import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentImporter, counted } from './content/content-importer.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { Importer, told } from './oneroster/oneroster-importer.js';

interface Row {
  first_name: string;
  last_name: string;
  legal_first_name: string | null;
  legal_last_name: string | null;
}

const STUDENTS = `select first_name, last_name, legal_first_name, legal_last_name from students order by source_id`;

const UNPRINTABLE = `students:
  - { source_id: s-1, first_name: Ada, last_name: Park }
  - source_id: s-2
    first_name: 𐘀𐘁
    last_name: Park
    guardians: [{ first_name: 𐘁, last_name: 𐘂 }]
organizations:
  - { short_name: chess, kind: club, name: Chess 𐘃 }
events:
  - { key: trip, title: Trip 𐘄, location: Crete 𐘅, start_date: 2026-12-03, end_date: 2026-12-03 }
permission_slips:
  - key: museum
    title: Museum 𐘆
    body: '<p title="𐘏">By <strong>b&#67079;s</strong> 𐘀</p>'
    statement: Yes 𐘈
    opens_at: 2026-01-01T00:00:00Z
    questions: [{ type: single_choice, text: Which? 𐘉, choices: [𐘊, None] }]
`;

describe('names of a content file', () => {
  let importer: ContentImporter;
  let school: string;
  beforeAll(async () => (importer = await ContentImporter.create()));
  afterAll(() => importer.close());
  beforeEach(async () => {
    await importer.empty();
    school = await importer.aSchool('north');
  });

  const RUBY = { source_id: 'r', first_name: 'Robert', last_name: 'Lane', preferred_name: 'Ruby' };

  it('keep the one in the records apart from the one that the student goes by', async () => {
    await importer.import(school, { students: [RUBY] });
    expect(await importer.rows(STUDENTS)).toEqual([
      { first_name: 'Ruby', last_name: 'Lane', legal_first_name: 'Robert', legal_last_name: null },
    ]);
    expect(counted(await importer.import(school, { students: [RUBY] }), 'students')).toEqual([0, 0, 0, 1]);
    // Of a file that names one of them the other stays.
    const married = { students: [{ source_id: 'r', last_name: 'Fox', preferred_last_name: 'Lane' }] };
    expect(counted(await importer.import(school, married), 'students')).toEqual([0, 1, 0, 0]);
    expect(await importer.rows(STUDENTS)).toEqual([
      { first_name: 'Ruby', last_name: 'Lane', legal_first_name: 'Robert', legal_last_name: 'Fox' },
    ]);
    await importer.import(school, { students: [{ source_id: 'r', preferred_name: null, grade: '7' }] });
    expect(await importer.rows<Row>(STUDENTS)).toMatchObject([
      { first_name: 'Robert', legal_first_name: null },
    ]);
  });

  it('come singly, and then are the first', async () => {
    const file = {
      students: [
        {
          source_id: 'a',
          first_name: 'Budi',
          guardians: [{ first_name: 'Sukarno' }, { first_name: 'Ani', last_name: '' }],
        },
        { source_id: 'b', first_name: 'Wati', last_name: null },
      ],
      staff: [{ first_name: 'Suharto' }],
    };
    expect((await importer.import(school, file)).errors).toEqual([]);
    expect(await importer.rows(`select first_name, last_name from students order by 1`)).toEqual([
      { first_name: 'Budi', last_name: '' },
      { first_name: 'Wati', last_name: '' },
    ]);
    for (const table of ['guardians', 'staff_members'])
      expect(await importer.rows(`select distinct last_name from ${table}`)).toEqual([{ last_name: '' }]);
    const again = await importer.import(school, file);
    expect([counted(again, 'students'), counted(again, 'guardians'), counted(again, 'staff')]).toEqual([
      [0, 0, 0, 2],
      [0, 0, 0, 2],
      [0, 0, 0, 1],
    ]);
    await importer.import(school, {
      students: [{ source_id: 'a', first_name: 'Budi', last_name: 'Santoso' }],
    });
    await importer.import(school, { students: [{ source_id: 'a', last_name: '' }] });
    expect(await importer.rows<Row>(STUDENTS)).toMatchObject([{ first_name: 'Budi', last_name: '' }, {}]);
  });

  it('come in with letters that no font has: a warning for each, with the line where it stands first', async () => {
    const path = await importer.file('school.yaml', UNPRINTABLE);
    const report = await importer.run({ path, schoolId: school });
    expect(report).toMatchObject({
      errors: [],
      created: { students: 2, guardians: 1, organizations: 1, events: 1, permission_slips: 1 },
    });
    expect(told(report.warnings)).toEqual([
      'school.yaml:3 unprintable_character U+10600 𐘀',
      'school.yaml:3 unprintable_character U+10601 𐘁',
      'school.yaml:3 unprintable_character U+10602 𐘂',
      'school.yaml:8 unprintable_character U+10603 𐘃',
      'school.yaml:10 unprintable_character U+10604 𐘄',
      'school.yaml:10 unprintable_character U+10605 𐘅',
      'school.yaml:12 unprintable_character U+10606 𐘆',
      'school.yaml:12 unprintable_character U+10608 𐘈',
      'school.yaml:12 unprintable_character U+10607 𐘇',
      'school.yaml:12 unprintable_character U+10609 𐘉',
      'school.yaml:12 unprintable_character U+1060A 𐘊',
    ]);
    expect(report.warnings[0]!.message).toContain('npm run fonts');
  });

  it('show such letters to a dry run as well', async () => {
    const students = [{ source_id: 's-1', first_name: '𐘀', last_name: 'Park' }];
    const report = await importer.import(school, { students }, true);
    expect(told(report.warnings)).toEqual(['content:0 unprintable_character U+10600 𐘀']);
  });

  it('show twenty such letters, and the number of the others', async () => {
    const linear = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x10600 + at)).join('');
    const students = [{ source_id: 's-1', first_name: linear, last_name: linear }];
    const { warnings } = await importer.import(school, { students });
    expect(warnings).toHaveLength(21);
    expect(warnings[20]).toMatchObject({ value: '40', message: 'And 40 more of the same kind.' });
  });
});

describe('names of OneRoster', () => {
  let importer: Importer;
  beforeAll(async () => (importer = await Importer.create()));
  afterAll(() => importer.close());
  beforeEach(() => importer.empty());

  const north = (): OneRosterFiles => new OneRosterFiles().school('north');
  const robert = { givenName: 'Robert', familyName: 'Lane' };

  it('give a student the preferred ones, and take them away again', async () => {
    const called = { ...robert, preferredFirstName: 'Ruby', preferredFamilyName: 'Fox' };
    await importer.run(north().student('s1', robert));
    expect((await importer.run(north().student('s1', called))).updated.students).toBe(1);
    expect(await importer.rows(STUDENTS)).toEqual([
      { first_name: 'Ruby', last_name: 'Fox', legal_first_name: 'Robert', legal_last_name: 'Lane' },
    ]);
    expect((await importer.run(north().student('s1', called))).unchanged.students).toBe(1);
    await importer.run(north().student('s1', { ...called, givenName: 'Roberta' }));
    expect(await importer.rows<Row>(STUDENTS)).toMatchObject([
      { first_name: 'Ruby', legal_first_name: 'Roberta' },
    ]);
    await importer.run(north().student('s1', robert));
    expect(await importer.rows(STUDENTS)).toEqual([
      { first_name: 'Robert', last_name: 'Lane', legal_first_name: null, legal_last_name: null },
    ]);
  });

  it('come singly where the row has one, and call staff as they are called', async () => {
    const report = await importer.run(
      north()
        .student('s1', { givenName: '', familyName: 'Sukarno' })
        .student('s2', { givenName: 'Budi', familyName: '' })
        .teacher('t1', { givenName: 'Robert', familyName: 'Hill', preferredFirstName: 'Bob' }),
    );
    expect(report).toMatchObject({ errors: [], warnings: [] });
    expect(await importer.rows<Row>(STUDENTS)).toMatchObject([
      { first_name: 'Sukarno', last_name: '' },
      { first_name: 'Budi', last_name: '' },
    ]);
    expect(await importer.rows('select first_name, last_name from staff_members')).toEqual([
      { first_name: 'Bob', last_name: 'Hill' },
    ]);
  });

  it('come in with letters that no font has: warnings of the file, whoever is called so', async () => {
    const files = new OneRosterFiles()
      .school('north', { name: 'North 𐘀' })
      .student('s1', { givenName: '𐘁', middleName: '𐘂' })
      .student('s2', { givenName: '𐘁𐘁', preferredGivenName: '𐘃', agentSourcedIds: 'p1' })
      .parent('p1', { familyName: 'Ὅμηρος 𐘄' })
      .student('s3', { givenName: '𐘅', status: 'tobedeleted' })
      .class('c1', { title: 'Class 𐘆' });
    const report = await importer.run(files);
    expect(report).toMatchObject({ errors: [], created: { students: 2, guardians: 1, organizations: 1 } });
    const warnings = report.warnings.filter(({ code }) => code === 'unprintable_character');
    expect(told(warnings)).toEqual([
      'classes.csv:2 unprintable_character U+10606 𐘆',
      'orgs.csv:2 unprintable_character U+10600 𐘀',
      'users.csv:2 unprintable_character U+10601 𐘁',
      'users.csv:2 unprintable_character U+10602 𐘂',
      'users.csv:3 unprintable_character U+10603 𐘃',
      'users.csv:4 unprintable_character U+10604 𐘄',
    ]);
  });
});
