import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentImporter, counted } from './content/content-importer.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { Importer } from './oneroster/oneroster-importer.js';

interface Row {
  first_name: string;
  last_name: string;
  legal_first_name: string | null;
  legal_last_name: string | null;
}

const STUDENTS = `select first_name, last_name, legal_first_name, legal_last_name from students order by source_id`;

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
});
