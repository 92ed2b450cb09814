import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());

/** s1 and s2 are p1's, who is named by the students; s3 is p2's, who names the child. */
beforeEach(async () => {
  await importer.empty();
  const files = new OneRosterFiles().school('north').school('south');
  files.student('s1', { agentSourcedIds: 'p1' }).student('s2', { agentSourcedIds: 'p1' }).student('s3');
  files.parent('p1', { phone: '1' }).parent('p2', { role: 'mother', agentSourcedIds: 's3' }).teacher('t1');
  await importer.run(files);
});

const changes = (): OneRosterFiles => new OneRosterFiles().delta();

describe('import oneroster, changes only', () => {
  it('concern the rows given and nobody else', async () => {
    const report = await importer.run(
      changes().student('s1', { givenName: 'New', agentSourcedIds: 'p1' }).student('s4'),
    );
    expect(report).toMatchObject({
      errors: [],
      warnings: [],
      created: { students: 1 },
      updated: { students: 1 },
      archived: { students: 0, guardians: 0, staff: 0 },
    });
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2', 'north/s3', 'north/s4']);
    expect(await importer.links()).toEqual(['s1: p1 parent', 's2: p1 parent', 's3: p2 mother']);
  });

  it('change nothing a second time', async () => {
    const files = changes()
      .student('s1', { givenName: 'New', agentSourcedIds: 'p1' })
      .parent('p2', { role: 'mother', phone: '2' });
    await importer.run(files);
    const again = await importer.run(files);
    expect(again).toMatchObject({
      created: { students: 0, guardians: 0 },
      updated: { students: 0, guardians: 0 },
    });
    expect(again).toMatchObject({ archived: { students: 0, guardians: 0 } });
  });

  it('archive who is deleted or disabled, without a limit', async () => {
    const files = changes().student('s1', { status: 'tobedeleted' }).student('s2', { enabledUser: 'false' });
    files.teacher('t1', { status: 'tobedeleted' });
    const report = await importer.run(files, { archiveLimitPercent: 0 });
    expect(report.archived).toMatchObject({ students: 2, staff: 1 });
    expect(await importer.roster()).toEqual(['north/s3']);
    expect(await importer.links()).toHaveLength(3);
  });

  it('move a student to another school with the family', async () => {
    const report = await importer.run(changes().student('s3', { orgSourcedIds: 'south' }));
    expect(report).toMatchObject({ created: { students: 1, guardians: 1 }, archived: { students: 1 } });
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2', 'south/s3']);
    expect(await importer.links()).toEqual([
      's1: p1 parent',
      's2: p1 parent',
      's3: p2 mother',
      's3: p2 mother',
    ]);
  });

  it('rename a school and leave the others', async () => {
    const report = await importer.run(changes().school('south', { name: 'Renamed' }));
    expect(report).toMatchObject({ updated: { schools: 1 }, archived: { students: 0 } });
    expect(await importer.roster()).toHaveLength(3);
  });

  it('keep the school of a student whose row names none', async () => {
    await importer.run(
      changes().student('s1', { orgSourcedIds: '', givenName: 'New', agentSourcedIds: 'p1' }),
    );
    expect(await importer.rows(`select first_name from students where source_id = 's1'`)).toEqual([
      { first_name: 'New' },
    ]);
  });
});

describe('import oneroster, changes of families', () => {
  it('bring an adult who is not in the file to a new sibling', async () => {
    await importer.rows(`update guardians set phone = 'edited here' where source_id = 'p1'`);
    const report = await importer.run(changes().student('s4', { agentSourcedIds: 'p1' }));
    expect(report).toMatchObject({ warnings: [], created: { students: 1, guardians: 1 } });
    expect(await importer.rows(`select distinct phone from guardians where source_id = 'p1'`)).toEqual([
      { phone: 'edited here' },
    ]);
  });

  it('bring that adult as a child has them who is still there', async () => {
    await importer.run(changes().student('s1', { status: 'tobedeleted' }));
    await importer.run(changes().parent('p1', { phone: '2' }));
    await importer.run(changes().student('s4', { agentSourcedIds: 'p1' }));
    expect(
      await importer.rows(`select s.source_id, g.phone from guardians g join students s on s.id = g.student_id
        where g.source_id = 'p1' order by 1`),
    ).toEqual([
      { source_id: 's1', phone: '1' },
      { source_id: 's2', phone: '2' },
      { source_id: 's4', phone: '2' },
    ]);
  });

  it('bring new contact data of an adult to every child, and keep a finer relation', async () => {
    await importer.run(changes().parent('p1', { phone: '2' }).parent('p2', { role: 'parent', phone: '2' }));
    expect(await importer.rows('select distinct phone from guardians')).toEqual([{ phone: '2' }]);
    expect(await importer.links()).toEqual(['s1: p1 parent', 's2: p1 parent', 's3: p2 mother']);
  });

  it('add a relation from either side', async () => {
    await importer.run(
      changes().student('s1', { agentSourcedIds: 'p1,p2' }).parent('p3', { agentSourcedIds: 's2' }),
    );
    expect(await importer.links()).toEqual([
      's1: p1 parent',
      's1: p2 mother',
      's2: p1 parent',
      's2: p3 parent',
      's3: p2 mother',
    ]);
  });

  it('take a relation away that a row with other relations does not have', async () => {
    const report = await importer.run(changes().student('s1', { agentSourcedIds: 'p2' }));
    expect(report.archived.guardians).toBe(1);
    expect(await importer.links()).toEqual(['s1: p2 mother', 's2: p1 parent', 's3: p2 mother']);
  });

  it('keep what is stored where a row has no relations: the other side may have them', async () => {
    await importer.run(
      changes().student('s3', { agentSourcedIds: '' }).parent('p1', { agentSourcedIds: '' }),
    );
    expect(await importer.links()).toEqual(['s1: p1 parent', 's2: p1 parent', 's3: p2 mother']);
  });

  it('take a relation away when both rows are there and neither has it', async () => {
    await importer.run(
      changes().student('s3', { agentSourcedIds: '' }).parent('p2', { agentSourcedIds: '' }),
    );
    expect(await importer.links()).toEqual(['s1: p1 parent', 's2: p1 parent']);
  });

  it('keep a relation whose row in relationships.csv cannot be read, and still archive whom they delete', async () => {
    const header = 'sourcedId,userSourcedId,relationshipUserSourcedId,relationshipRole\n';
    const files = changes().student('s1', { agentSourcedIds: 'p2' }).student('s2', { status: 'tobedeleted' });
    files
      .mode({ relationships: 'delta' })
      .file('relationships.csv', `${header},s1,p1,"father\n,s2,p1,"father\n`);
    await importer.run(files);
    expect(await importer.links()).toEqual([
      's1: p1 parent',
      's1: p2 mother',
      's2: p1 parent',
      's3: p2 mother',
    ]);
    expect(await importer.roster()).toEqual(['north/s1', 'north/s3']);
  });

  it('keep what is stored when they name somebody of whom nothing is known', async () => {
    const report = await importer.run(changes().student('s1', { agentSourcedIds: 'stranger' }));
    expect(told(report.warnings)).toEqual(['users.csv:2 unknown_agent stranger']);
    expect(await importer.links()).toEqual(['s1: p1 parent', 's2: p1 parent', 's3: p2 mother']);
  });

  it('take an adult away from every child who is deleted or disabled', async () => {
    await importer.run(changes().parent('p1', { status: 'tobedeleted' }).parent('p2', { enabledUser: '0' }));
    expect(await importer.links()).toEqual([]);
  });
});

describe('import oneroster 1.2, changes only', () => {
  const roles = () => changes().mode({ roles: 'delta' });

  it('keep the roles of a user of whom roles.csv says nothing', async () => {
    const files = roles()
      .user('s1', { givenName: 'New', agentSourcedIds: 'p1' })
      .user('t1', { givenName: 'New' });
    const report = await importer.run(files.user('s9').role('s9'));
    expect(report).toMatchObject({ errors: [], archived: { students: 0, staff: 0, guardians: 0 } });
    expect(await importer.rows(`select title, first_name from staff_members`)).toEqual([
      { title: 'Teacher', first_name: 'New' },
    ]);
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2', 'north/s3', 'north/s9']);
  });

  it('end a role although the user has no row', async () => {
    const report = await importer.run(roles().role('s1', { status: 'tobedeleted' }).role('s2'));
    expect(report).toMatchObject({ warnings: [], archived: { students: 1 } });
    expect(await importer.roster()).toEqual(['north/s2', 'north/s3']);
  });

  it('add a role to those that are stored', async () => {
    await importer.run(roles().user('s1', { agentSourcedIds: 'p1' }).role('s1', { orgSourcedId: 'south' }));
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2', 'north/s3', 'south/s1']);
  });

  it.each([
    ['t1', 'guardian'],
    ['t1', 'student'],
    ['s1', 'aide'],
    ['s1', 'guardian'],
  ])('leave %s there when they end to be %s', async (id, role) => {
    const ended = { role, status: 'tobedeleted' };
    await importer.run(roles().role(id, ended));
    await importer.run(roles().user(id).role(id, ended));
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2', 'north/s3']);
    expect(await importer.rows('select 1 from staff_members where archived_at is null')).toHaveLength(1);
  });

  it('end the role of a member of staff, with or without a row of the user', async () => {
    await importer.run(roles().role('t1', { role: 'teacher', status: 'tobedeleted' }));
    expect(await importer.rows('select 1 from staff_members where archived_at is null')).toEqual([]);
  });

  it('end none that somebody of staff has beside the one by which they are known', async () => {
    const ended = { role: 'aide', status: 'tobedeleted' };
    await importer.run(roles().role('t1', ended));
    await importer.run(roles().user('t1').role('t1', ended));
    const titles = 'select title from staff_members where archived_at is null';
    expect(await importer.rows(titles)).toEqual([{ title: 'Teacher' }]);
    await importer.rows(`update staff_members set title = 'Head of Music'`);
    await importer.run(roles().role('t1', ended));
    expect(await importer.rows(titles)).toEqual([]);
  });
});

describe('import oneroster, changes that bring a school year', () => {
  const NEXT_YEAR = { sourcedId: 'ny', type: 'schoolYear', startDate: '2027-08-20', endDate: '2028-06-20' };

  it('count as of the day of the import when they are of another time', async () => {
    const files = changes().mode({ roles: 'delta' }).user('s1', { grades: '04' }).user('s2');
    files.role('s1', { endDate: '2027-06-20' }).role('s2', { endDate: '2026-11-20' });
    files.sessions = [NEXT_YEAR];
    const report = await importer.run(files);
    expect(report).toMatchObject({ errors: [], warnings: [] });
    expect(await importer.roster()).toEqual(['north/s1', 'north/s3']);
    expect(await importer.rows(`select graduation_year from students where source_id = 's1'`)).toEqual([
      { graduation_year: 2035 },
    ]);
  });
});
