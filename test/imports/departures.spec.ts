import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import { ContentImporter, counted } from './content/content-importer.js';
import { Leaver } from './leaver.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { Importer } from './oneroster/oneroster-importer.js';

const MARIA = {
  first_name: 'Maria',
  last_name: 'Park',
  email: 'maria@example.org',
  phone: '555-0102',
  relation: 'mother',
} as const;
const JUAN = { first_name: 'Juan', last_name: 'Ruiz', relation: 'father' } as const;

type Guardians = NonNullable<NonNullable<ContentFile['students']>[number]['guardians']>;
const student = (source_id: string, ...guardians: Guardians) => ({
  source_id,
  first_name: 'Ada',
  last_name: 'Park',
  guardians,
});

describe('a content file, after a parent has left', () => {
  let importer: ContentImporter;
  let school: string;
  let maria: Leaver;

  beforeAll(async () => (importer = await ContentImporter.create()));
  afterAll(() => importer.close());
  beforeEach(async () => {
    await importer.empty();
    school = await importer.aSchool('north');
    maria = new Leaver(importer.services.get(DataSource), importer.clock, MARIA.email);
  });

  const guardians = () =>
    importer.rows(
      `select g.first_name, s.source_id as student, g.membership_id is not null as linked
       from guardians g join students s on s.id = g.student_id order by 1, 2`,
    );
  const ada = async (): Promise<string> =>
    (await importer.row<{ id: string }>(`select id from students where source_id = 's-1'`)).id;
  const onlyJuan = [{ first_name: 'Juan', student: 's-1', linked: false }];

  it('leaves the parent out, and counts the entry as unchanged', async () => {
    const file = { students: [student('s-1', MARIA, JUAN)] };
    await importer.import(school, file);
    await maria.joins(school);
    await maria.leaves(school);
    expect(counted(await importer.import(school, file), 'guardians')).toEqual([0, 0, 0, 2]);
    expect(await guardians()).toEqual(onlyJuan);
  });

  it('leaves out the parent with another phone, name or visibility, and for a new sibling', async () => {
    await importer.import(school, { students: [student('s-1', MARIA, JUAN)] });
    await maria.joins(school);
    await maria.leaves(school);
    const changed = { ...MARIA, first_name: 'Mary', phone: '1', profile_visibility: 'full' } as const;
    const file = { students: [student('s-1', changed, JUAN), student('s-2', changed)] };
    expect(counted(await importer.import(school, file), 'guardians')).toEqual([0, 0, 0, 3]);
    expect(await guardians()).toEqual(onlyJuan);
  });

  it('knows the parent by email, whatever the record was made from', async () => {
    const nameOnly = { first_name: MARIA.first_name, last_name: MARIA.last_name };
    await importer.import(school, { students: [student('s-1', nameOnly, JUAN)] });
    await importer.import(school, { students: [student('s-1', MARIA, JUAN)] });
    await maria.joins(school);
    await maria.leaves(school);
    await importer.import(school, { students: [student('s-1', MARIA, JUAN)] });
    expect(await guardians()).toEqual(onlyJuan);
    await importer.import(school, { students: [student('s-1', nameOnly, JUAN)] });
    expect(await guardians()).toEqual(onlyJuan);
  });

  it('names the parent at another school as before', async () => {
    const south = await importer.aSchool('south');
    const file = { students: [student('s-1', MARIA)] };
    for (const id of [school, south]) await importer.import(id, file);
    await maria.joins(school);
    await maria.leaves(school);
    await importer.import(south, { students: [student('s-1', MARIA), student('s-2', MARIA)] });
    expect(await guardians()).toMatchObject([{ student: 's-1' }, { student: 's-2' }]);
  });

  it('names the parent again once they have joined again', async () => {
    const file = { students: [student('s-1', MARIA)] };
    await importer.import(school, file);
    await maria.joins(school);
    await maria.leaves(school);
    await importer.import(school, file);
    await maria.joins(school, await ada());
    expect(await guardians()).toEqual([{ first_name: 'Mother', student: 's-1', linked: true }]);
    await importer.import(school, file);
    expect(await guardians()).toEqual([{ first_name: 'Maria', student: 's-1', linked: true }]);
    expect(counted(await importer.import(school, file), 'guardians')).toEqual([0, 0, 0, 1]);
  });

  it('leaves out the parent who joins and leaves again before it comes', async () => {
    const file = { students: [student('s-1', MARIA, JUAN)] };
    await importer.import(school, file);
    for (let time = 0; time < 2; time += 1) {
      await maria.joins(school);
      await maria.leaves(school);
    }
    await importer.import(school, file);
    expect(await guardians()).toEqual(onlyJuan);
  });

  it('running while the parent leaves ends without the contact and without an error', async () => {
    const files = ['555-0101', '555-0102'].map((phone) => ({
      students: ['s-1', 's-2', 's-3'].map((id) => student(id, { ...MARIA, phone }, { ...JUAN, phone })),
    }));
    for (let round = 0; round < 12; round += 1) {
      await importer.import(school, files[0]!);
      await maria.joins(school, await ada());
      await Promise.all([
        importer.import(school, files[1]!),
        maria.leaves(school),
        importer.import(school, files[0]!),
      ]);
      expect(await importer.rows(`select 1 from guardians where email = $1`, [MARIA.email])).toEqual([]);
    }
  });
});

describe('a OneRoster export, after a parent has left', () => {
  let importer: Importer;
  let maria: Leaver;
  beforeAll(async () => (importer = await Importer.create()));
  afterAll(() => importer.close());
  beforeEach(async () => {
    await importer.empty();
    maria = new Leaver(importer.database.dataSource, importer.clock, MARIA.email);
  });

  /** s1 has p1, who is Maria, and p2. */
  const family = (agents = 'p1,p2', email: string = MARIA.email) =>
    new OneRosterFiles()
      .school('north')
      .student('s1', { agentSourcedIds: agents })
      .parent('p1', { email, role: 'mother' })
      .parent('p2', { email: 'juan@example.org', role: 'father' });
  const schoolId = async (): Promise<string> =>
    (await importer.rows<{ id: string }>('select id from schools'))[0]!.id;
  const leave = async (): Promise<void> => {
    await maria.joins(await schoolId());
    await maria.leaves(await schoolId());
  };

  it('leaves the parent out, and counts the entry as unchanged', async () => {
    await importer.run(family());
    await leave();
    const again = await importer.run(family());
    expect(again).toMatchObject({
      created: { guardians: 0 },
      updated: { guardians: 0 },
      archived: { guardians: 0 },
      unchanged: { guardians: 2 },
    });
    expect(await importer.links()).toEqual(['s1: p2 father']);
  });

  it('leaves the parent out in changes, under another email, and for a new sibling', async () => {
    await importer.run(family());
    await leave();
    const changes = family('p1,p2', 'new@example.org').student('s2', { agentSourcedIds: 'p1' }).delta();
    await importer.run(changes);
    expect(await importer.links()).toEqual(['s1: p2 father']);
  });

  it('leaves the parent out under another source', async () => {
    await importer.run(family());
    await leave();
    const id = await schoolId();
    await importer.rows(`update schools set source = 'second' where id = $1`, [id]);
    await importer.rows(`update students set source = 'second' where school_id = $1`, [id]);
    await importer.run(family(), { source: 'second' });
    expect(await importer.rows(`select 1 from guardians where source_id = 'p1'`)).toEqual([]);
  });

  it('names the parent again once they have joined again', async () => {
    await importer.run(family());
    await leave();
    await maria.joins(await schoolId());
    expect(await importer.links()).toEqual(['s1: p2 father']);
    await importer.run(family());
    expect(await importer.links()).toEqual(['s1: p1 mother', 's1: p2 father']);
    expect(await importer.rows(`select 1 from guardians where membership_id is not null`)).toHaveLength(1);
    await maria.leaves(await schoolId());
    await importer.run(family());
    expect(await importer.links()).toEqual(['s1: p2 father']);
  });
});
