import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ADA, EVERYTHING } from './a-content-file.js';
import { ContentImporter, counted } from './content-importer.js';

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
});

const student = (sourceId: string) =>
  importer.row(`select * from students where school_id = $1 and source_id = $2`, [school, sourceId]);

describe('import content, refused as a whole', () => {
  it('for a school that does not exist', async () => {
    const schoolId = '11111111-1111-4111-8111-111111111111';
    await expect(importer.import(schoolId, EVERYTHING)).rejects.toThrow('no school');
  });

  it('for a file that is no content file, and nothing is written', async () => {
    const before = await importer.everything();
    const path = await importer.file('broken.yaml', 'students:\n  - source_id: "a\n');
    await expect(importer.run({ path, schoolId: school })).rejects.toThrow(/line \d/);
    expect(await importer.everything()).toEqual(before);
  });
});

describe('import content', () => {
  it('reports bad entries with file and line, and takes the rest', async () => {
    const path = await importer.file(
      'families.yaml',
      `students:
  - { source_id: s-1, first_name: Ada, last_name: Park, graduation_year: late }
  - { source_id: s-2, last_name: Park }
  - { source_id: s-3, first_name: Mia, last_name: Park }
members:
  - { email: nobody, role: parent }
  - email: maria@example.org
    role: parent
    students: [{ source_id: s-9, relation: mother }]
  - { email: juan@example.org, role: parent, students: [{ source_id: s-3, relation: father }] }
school_details: { description: without a title }
`,
    );
    const report = await importer.run({ path, schoolId: school });
    expect(report.errors.map(({ file, line, code, value }) => [file, line, code, value])).toEqual([
      ['families.yaml', 2, 'wrong_type', 'late'],
      ['families.yaml', 3, 'missing_field', 's-2'],
      ['families.yaml', 6, 'bad_format', null],
      ['families.yaml', 7, 'unknown_student', 's-9'],
      ['families.yaml', 11, 'missing_field', 'title'],
    ]);
    expect(report.created).toMatchObject({ students: 1, members: 1 });
    expect(report.schools).toEqual([{ school_id: school, short_name: 'north', name: 'The north school' }]);
  });

  it('says in plain words what should stand there', async () => {
    const report = await importer.import(school, {
      students: [
        { ...ADA, graduation_year: 'late' },
        { ...ADA, graduation_year: 1200 },
        { source_id: '' },
        7,
      ],
      members: [{ email: 'maria@example.org', role: 'king', deactivated: 'no' }, { role: 'parent' }],
      menus: [{ date: '2026-09-07', meal_type: 'lunch', items: 'Soup', allergens: 'milk' }],
      polls: [{ key: 'p', title: 'P', questions: [] }],
    } as never);
    expect(report.errors.map(({ message }) => message)).toEqual([
      'students[0].graduation_year: should be a number',
      'students[1].graduation_year: should be 1900 or more',
      'students[2].source_id: should not be empty',
      'students[3]: should be an object',
      'members[0].role: should be one of parent, junior_admin, senior_admin',
      'members[0].deactivated: should be true or false',
      'members[1].email: is missing',
      'menus[0].allergens: should be a list',
      'polls[0].questions: should have 1 or more entries',
    ]);
  });

  it('writes what the file says', async () => {
    const report = await importer.import(school, EVERYTHING);
    expect(report).toMatchObject({
      dry_run: false,
      created: { students: 2, guardians: 2, members: 2, categories: 2, staff: 2, school_details: 1 },
      warnings: [],
      errors: [],
    });
    expect(await student('s-1')).toMatchObject({
      source: 'content',
      first_name: 'Ada',
      graduation_year: 2030,
      address_line1: '1 Elm Street',
      address_country: 'US',
      latitude: 44.2,
      address_visible: true,
      archived_at: null,
    });
    expect((await student('s-2')).archived_at).not.toBeNull();
    expect(
      await importer.rows(`select first_name, relation, profile_visibility, membership_id is not null as is_member
        from guardians order by first_name`),
    ).toEqual([
      { first_name: 'Juan', relation: 'father', profile_visibility: 'name_only', is_member: false },
      { first_name: 'Maria', relation: 'mother', profile_visibility: 'full', is_member: true },
    ]);
    expect(await importer.row('select title, description from school_details')).toEqual({
      title: 'About us',
      description: '<p>One</p><p>Two</p>',
    });
  });

  it('changes nothing the second time', async () => {
    await importer.import(school, EVERYTHING);
    const before = await importer.everything();
    const report = await importer.import(school, EVERYTHING);
    expect(report.unchanged).toEqual({
      polls: 1,
      signups: 1,
      permission_slips: 1,
      menus: 1,
      students: 2,
      events: 1,
      notices: 1,
      documents: 1,
      series: 1,
      guardians: 2,
      members: 2,
      categories: 2,
      staff: 2,
      school_details: 1,
      organizations: 1,
      organization_students: 1,
      organization_parents: 1,
      organization_leaders: 2,
      grants: 1,
    });
    for (const kind of Object.keys(report.unchanged))
      expect(counted(report, kind).slice(0, 3)).toEqual([0, 0, 0]);
    expect(await importer.everything()).toEqual(before);
  });

  it('writes nothing in a dry run, and tells what it would', async () => {
    const before = await importer.everything();
    const rehearsal = await importer.import(school, EVERYTHING, true);
    expect(await importer.everything()).toEqual(before);
    const { run_id, ...report } = await importer.import(school, EVERYTHING);
    expect(run_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(rehearsal).toEqual({ ...report, dry_run: true });
  });

  it.each([
    ['everything', EVERYTHING],
    ['students alone', { students: [ADA] }],
  ])('makes one set of rows when one file of %s is imported several times at once', async (_, file) => {
    const reports = await Promise.all([1, 2, 3].map(() => importer.import(school, file)));
    const made = reports.map((report) => report.created.students);
    expect(made.sort()).toEqual([0, 0, file.students!.length]);
    expect(reports.map((report) => report.errors)).toEqual([[], [], []]);
    const { n } = await importer.row<{ n: number }>('select count(*)::int as n from guardians');
    expect(n).toBe(2);
  });

  it('makes one person of the same person in two schools at once', async () => {
    const south = await importer.aSchool('south');
    await Promise.all([school, south].map((schoolId) => importer.import(schoolId, EVERYTHING)));
    expect(await importer.rows('select email from users order by email')).toHaveLength(2);
    expect(await importer.rows('select 1 from memberships')).toHaveLength(4);
  });

  it('removes nothing that the file does not name', async () => {
    await importer.import(school, EVERYTHING);
    const before = await importer.everything();
    await importer.import(school, { students: [], members: [], staff: [], categories: [] });
    await importer.import(school, {});
    await importer.import(school, { students: [{ source_id: 's-1', guardians: [] }] });
    expect(await importer.everything()).toEqual(before);
  });
});

describe('students of a content file', () => {
  it('keep what an entry does not name, and lose what it names as null', async () => {
    await importer.import(school, EVERYTHING);
    const report = await importer.import(school, {
      students: [{ source_id: 's-1', preferred_name: 'Addie', email: null }],
    });
    expect(counted(report, 'students')).toEqual([0, 1, 0, 0]);
    expect(await student('s-1')).toMatchObject({
      first_name: 'Addie',
      legal_first_name: 'Ada',
      preferred_name: 'Addie',
      email: null,
      phone: '555-0101',
      address_city: 'Barre',
      longitude: -72.5,
    });
  });

  it('leave the roster and come back', async () => {
    await importer.import(school, EVERYTHING);
    const leaves = await importer.import(school, { students: [{ source_id: 's-1', archived: true }] });
    expect(counted(leaves, 'students')).toEqual([0, 0, 1, 0]);
    const same = await importer.import(school, { students: [{ source_id: 's-1', phone: '555-0109' }] });
    expect(counted(same, 'students')).toEqual([0, 1, 0, 0]);
    expect((await student('s-1')).archived_at).not.toBeNull();
    await importer.import(school, { students: [{ source_id: 's-1', archived: false }] });
    expect((await student('s-1')).archived_at).toBeNull();
  });

  it('lose their place on the map with their old address', async () => {
    await importer.import(school, EVERYTHING);
    await importer.import(school, {
      students: [{ source_id: 's-1', address: { line1: '2 Oak Street', city: 'Barre' } }],
    });
    expect(await student('s-1')).toMatchObject({
      address_line1: '2 Oak Street',
      latitude: null,
      longitude: null,
    });
  });

  it('keep what was edited here since, when the file repeats itself', async () => {
    await importer.import(school, EVERYTHING);
    await importer.rows(`update students set phone = '555-0190', latitude = 44.3 where source_id = 's-1'`);
    const report = await importer.import(school, EVERYTHING);
    expect(counted(report, 'students')).toEqual([0, 0, 0, 2]);
    expect(await student('s-1')).toMatchObject({ phone: '555-0190', latitude: 44.3 });
  });

  it('show a hidden address only when the file has changed its mind', async () => {
    const visible = { ...ADA, address_visible: true };
    await importer.import(school, { students: [visible] });
    await importer.rows(`update students set address_visible = false`);
    await importer.import(school, { students: [{ ...visible, phone: '555-0150' }] });
    expect(await student('s-1')).toMatchObject({ phone: '555-0150', address_visible: false });
    await importer.import(school, { students: [{ ...visible, address_visible: false }] });
    await importer.import(school, { students: [visible] });
    expect((await student('s-1')).address_visible).toBe(true);
  });

  it("gain what is added when they are of another source, and stay that source's", async () => {
    await importer.rows(
      `insert into students (school_id, source, source_id, source_digest, first_name, last_name, address_visible)
       values ($1, 'oneroster', 's-1', 'digest', 'Adelheid', 'Park', false)`,
      [school],
    );
    const file = { students: [{ source_id: 's-1', phone: '555-0101', address_visible: true }] };
    expect(counted(await importer.import(school, file), 'students')).toEqual([0, 1, 0, 0]);
    expect(await student('s-1')).toMatchObject({
      source: 'oneroster',
      source_digest: 'digest',
      first_name: 'Adelheid',
      phone: '555-0101',
      address_visible: false,
    });
    expect(counted(await importer.import(school, file), 'students')).toEqual([0, 0, 0, 1]);
  });
});
