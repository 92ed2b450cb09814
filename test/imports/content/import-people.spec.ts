import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ContentImporter, counted } from './content-importer.js';

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
});

type Guardians = NonNullable<NonNullable<ContentFile['students']>[number]['guardians']>;

const adaWith = (...guardians: Guardians): ContentFile => ({
  students: [{ source_id: 's-1', first_name: 'Ada', last_name: 'Park', guardians }],
});

const MARIA = {
  first_name: 'Maria',
  last_name: 'Park',
  email: 'maria@example.org',
  phone: '555-0102',
} as const;
const asMember = (profile_visibility?: 'full' | 'name_only'): ContentFile => ({
  members: [
    {
      email: MARIA.email,
      role: 'parent',
      profile_visibility,
      students: [{ source_id: 's-1', relation: 'mother' }],
    },
  ],
});

const guardians = () =>
  importer.rows(
    `select g.first_name, g.email, g.phone, g.relation, g.profile_visibility, s.source_id as student
     from guardians g join students s on s.id = g.student_id order by g.first_name, student, g.email`,
  );

describe('guardians of a content file', () => {
  it('count once with the same name of one student, and twice with the same email', async () => {
    const juan = { first_name: 'Juan', last_name: 'Park' };
    const [ada] = adaWith(MARIA, { ...juan, email: MARIA.email }, juan, {
      ...juan,
      first_name: 'JUAN',
    }).students!;
    const file = { students: [ada!, { ...ada!, source_id: 's-2', guardians: [juan] }] };
    const report = await importer.import(school, file);
    expect(report.errors).toMatchObject(Array(2).fill({ code: 'duplicate', value: null }));
    expect(report.created.guardians).toBe(3);
    expect((await guardians()).map(({ first_name, student }) => [first_name, student])).toEqual([
      ['Juan', 's-1'],
      ['Juan', 's-2'],
      ['Maria', 's-1'],
    ]);
    expect(counted(await importer.import(school, file), 'guardians')).toEqual([0, 0, 0, 3]);
  });

  it('stay two by two names, whatever the email', async () => {
    await importer.import(school, adaWith(MARIA));
    const report = await importer.import(
      school,
      adaWith({ ...MARIA, email: 'MARIA@example.org', first_name: 'Mary' }),
    );
    expect(counted(report, 'guardians')).toEqual([1, 0, 0, 0]);
    expect((await guardians()).map(({ first_name }) => first_name)).toEqual(['Maria', 'Mary']);
  });

  it('stay one by source_id, whatever the name and the email become', async () => {
    await importer.import(school, adaWith({ ...MARIA, source_id: 'g-1' }));
    const married = { ...MARIA, source_id: 'g-1', last_name: 'Berg', email: 'berg@example.org' };
    expect(counted(await importer.import(school, adaWith(married)), 'guardians')).toEqual([0, 1, 0, 0]);
    expect(await guardians()).toMatchObject([{ first_name: 'Maria', email: 'berg@example.org' }]);
  });

  it('stay one by name, whatever the email becomes', async () => {
    await importer.import(school, adaWith(MARIA));
    await importer.import(school, adaWith({ ...MARIA, email: 'other@example.org' }));
    expect(await guardians()).toMatchObject([{ first_name: 'Maria', email: 'other@example.org' }]);
  });

  it('stay one by name within the student, until the email is known', async () => {
    await importer.import(school, adaWith({ first_name: 'Maria', last_name: 'Park', relation: 'mother' }));
    await importer.import(school, adaWith(MARIA));
    expect(await guardians()).toMatchObject([{ email: MARIA.email, phone: MARIA.phone, relation: 'mother' }]);
  });

  it('stay two people for two students with the same name and no email', async () => {
    const [student] = adaWith({ first_name: 'Maria', last_name: 'Park' }).students!;
    await importer.import(school, { students: [student!, { ...student!, source_id: 's-2' }] });
    const { n } = await importer.row<{ n: number }>(
      'select count(distinct source_id)::int as n from guardians',
    );
    expect(n).toBe(2);
  });

  it('stay the same member for a new sibling with the same email', async () => {
    await importer.import(school, { ...adaWith(MARIA), ...asMember() });
    await importer.import(school, {
      students: [{ source_id: 's-2', first_name: 'Leo', last_name: 'Park', guardians: [MARIA] }],
    });
    expect(await importer.rows('select distinct membership_id from guardians')).toHaveLength(1);
  });

  it('stay when the file does not name them', async () => {
    await importer.import(school, adaWith(MARIA, { first_name: 'Juan', last_name: 'Ruiz' }));
    await importer.import(school, adaWith(MARIA));
    expect(await guardians()).toHaveLength(2);
  });

  it("become the school's record once registration made them", async () => {
    await importer.import(school, { ...adaWith(), ...asMember() });
    const file = adaWith({ ...MARIA, relation: 'mother' });
    await importer.import(school, file);
    expect(await guardians()).toMatchObject([{ first_name: 'Maria', relation: 'mother' }]);
    expect(counted(await importer.import(school, file), 'guardians')).toEqual([0, 0, 0, 1]);
  });

  it('who have registered are shown as they chose', async () => {
    await importer.import(school, { ...adaWith(MARIA), ...asMember('name_only') });
    const byName = {
      first_name: 'Maria',
      last_name: 'Park',
      phone: '555-0109',
      profile_visibility: 'full',
    } as const;
    await importer.import(school, adaWith(byName));
    expect(await guardians()).toMatchObject([{ phone: '555-0109', profile_visibility: 'name_only' }]);
  });

  it('who chose to be hidden at another school are hidden here', async () => {
    const south = await importer.aSchool('south');
    await importer.import(south, { ...adaWith(MARIA), ...asMember('name_only') });
    await importer.import(school, adaWith({ ...MARIA, profile_visibility: 'full' }));
    expect((await guardians()).map(({ profile_visibility }) => profile_visibility)).toEqual([
      'name_only',
      'name_only',
    ]);
  });

  it("gain what is added when they are of another source, and stay that source's", async () => {
    await importer.import(school, adaWith());
    await importer.rows(
      `insert into guardians (school_id, student_id, source, source_id, source_digest, first_name, last_name, email, relation)
       select school_id, id, 'oneroster', 'p-1', 'digest', 'Maria', 'Park', 'maria@example.org', 'mother' from students`,
    );
    await importer.import(school, adaWith(MARIA));
    expect(await importer.rows('select source, source_id, source_digest, phone from guardians')).toEqual([
      { source: 'oneroster', source_id: 'p-1', source_digest: 'digest', phone: MARIA.phone },
    ]);
    expect(counted(await importer.import(school, adaWith(MARIA)), 'guardians')).toEqual([0, 0, 0, 1]);
  });

  it('without email are not guessed between two of one name', async () => {
    await importer.import(school, adaWith(MARIA, { ...MARIA, email: 'maria.senior@example.org' }));
    const report = await importer.import(
      school,
      adaWith({ first_name: 'Maria', last_name: 'Park', phone: '555-0109' }),
    );
    expect(report.errors).toMatchObject([{ code: 'ambiguous_guardian', value: 's-1' }]);
  });
});

describe('members of a content file', () => {
  it('stay out when a student is unknown', async () => {
    const report = await importer.import(school, {
      members: [
        { email: 'eve@example.org', role: 'parent', students: [{ source_id: 's-9', relation: 'mother' }] },
        { email: 'head@example.org', role: 'senior_admin' },
      ],
    });
    expect(report.errors).toMatchObject([{ code: 'unknown_student', value: 's-9' }]);
    expect(await importer.rows('select email from users')).toEqual([{ email: 'head@example.org' }]);
  });

  it('link to students of their own school only', async () => {
    const south = await importer.aSchool('south');
    await importer.import(south, adaWith());
    const report = await importer.import(school, asMember());
    expect(report.errors).toMatchObject([{ code: 'unknown_student' }]);
  });

  it('come back after they were deactivated, and stay as they are when the file does not say', async () => {
    const member = (deactivated?: boolean): ContentFile => ({
      members: [{ email: 'head@example.org', role: 'junior_admin', deactivated }],
    });
    const isDeactivated = async () =>
      (await importer.row('select deactivated_at is not null as is from memberships')).is;
    await importer.import(school, member(true));
    expect(await isDeactivated()).toBe(true);
    expect(counted(await importer.import(school, member()), 'members')).toEqual([0, 0, 0, 1]);
    expect(await isDeactivated()).toBe(true);
    expect(counted(await importer.import(school, member(false)), 'members')).toEqual([0, 1, 0, 0]);
    expect(await isDeactivated()).toBe(false);
  });

  it('who hide their contact are not shown by a file that says full', async () => {
    await importer.import(school, { ...adaWith(), ...asMember('full') });
    await importer.rows(`update memberships set profile_visibility = 'name_only'`);
    await importer.rows(`update guardians set profile_visibility = 'name_only'`);
    expect(counted(await importer.import(school, asMember('full')), 'members')).toEqual([0, 0, 0, 1]);
    expect((await importer.row('select profile_visibility from memberships')).profile_visibility).toBe(
      'name_only',
    );
  });
});

describe('staff of a content file', () => {
  it('match by email, else by name, and keep what an entry does not name', async () => {
    await importer.import(school, {
      staff: [
        { first_name: 'Ines', last_name: 'Dahl', email: 'ines@x.example', title: 'Head', room: '101' },
        { first_name: 'Omar', last_name: 'Saleh', department: 'Kitchen' },
      ],
    });
    const report = await importer.import(school, {
      staff: [
        { first_name: 'Inés', last_name: 'Dahl', email: 'ines@x.example', room: null },
        { first_name: 'omar', last_name: 'saleh', email: 'omar@x.example' },
        { first_name: 'Ines', last_name: 'Dahl', email: 'other@x.example' },
      ],
    });
    expect(counted(report, 'staff')).toEqual([1, 2, 0, 0]);
    expect(
      await importer.rows(
        'select first_name, title, department, email, room from staff_members order by email',
      ),
    ).toEqual([
      { first_name: 'Inés', title: 'Head', department: null, email: 'ines@x.example', room: null },
      { first_name: 'omar', title: null, department: 'Kitchen', email: 'omar@x.example', room: null },
      { first_name: 'Ines', title: null, department: null, email: 'other@x.example', room: null },
    ]);
  });
});

describe('categories and details of a content file', () => {
  const order = async () =>
    (await importer.rows('select name from categories order by position')).map(({ name }) => name);

  it('keep the order of the file, others behind', async () => {
    const named = (...names: string[]) => ({ categories: names.map((name) => ({ name, color: '#112233' })) });
    await importer.import(school, named('A', 'B', 'C'));
    const report = await importer.import(school, named('D', 'C'));
    expect(counted(report, 'categories')).toEqual([1, 1, 0, 0]);
    expect(await order()).toEqual(['D', 'C', 'A', 'B']);
    const { n } = await importer.row('select count(distinct position)::int as n from categories');
    expect(n).toBe(4);
  });

  it('take details one by one, as rich text, and let nothing else in', async () => {
    await importer.import(school, {
      school_details: { title: 'About', description: '<b>Hi</b><script>x</script>' },
    });
    await importer.import(school, { school_details: { title: 'About us' } });
    expect(await importer.row('select title, description from school_details')).toEqual({
      title: 'About us',
      description: '<strong>Hi</strong>',
    });
  });
});
