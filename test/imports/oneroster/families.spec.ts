import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const north = (): OneRosterFiles => new OneRosterFiles().school('north');

describe('import oneroster, relations', () => {
  it('unite both directions, from student to adult', async () => {
    const files = north()
      .student('s1', { agentSourcedIds: 'p1' })
      .student('s2', { agentSourcedIds: 'p1; p2' });
    files.parent('p1').parent('p2', { role: 'guardian', agentSourcedIds: 's1' });
    files.parent('p3', {
      role: 'Relative',
      agentSourcedIds: '"s2"',
      enabledUser: '1',
      phone: '555 0100',
      email: 'P3@x.org',
    });
    const report = await importer.run(files);
    expect(report).toMatchObject({ warnings: [], errors: [], created: { guardians: 5 } });
    expect(await importer.links()).toEqual([
      's1: p1 parent',
      's1: p2 guardian',
      's2: p1 parent',
      's2: p2 guardian',
      's2: p3 relative',
    ]);
    expect(
      await importer.rows(
        `select email, phone, is_primary, profile_visibility from guardians where source_id = 'p3'`,
      ),
    ).toEqual([{ email: 'p3@x.org', phone: '555 0100', is_primary: false, profile_visibility: 'full' }]);
    expect((await importer.run(files)).unchanged).toMatchObject({ guardians: 5 });
  });

  it('follow the role or relationships.csv as finely as it has them', async () => {
    const files = north().student('s1');
    files.parent('p1', { role: 'mother', agentSourcedIds: 's1' }).parent('p2', { agentSourcedIds: 's1' });
    files
      .parent('p3', { role: 'Aunt', agentSourcedIds: 's1' })
      .parent('p4', { role: 'neighbour', agentSourcedIds: 's1' });
    files.parent('p5', { role: '' }).parent('p6', { role: '' });
    files
      .relationship('s1', 'p2', 'Stepfather')
      .relationship('p5', 's1', 'grandmother')
      .relationship('s1', 'p6', 'doctor');
    const report = await importer.run(files);
    expect(told(report.warnings)).toEqual([
      'relationships.csv:4 not_a_guardian doctor',
      'users.csv:6 unknown_role neighbour',
      'users.csv:8 no_role p6',
    ]);
    expect(await importer.links()).toEqual([
      's1: p1 mother',
      's1: p2 stepparent',
      's1: p3 relative',
      's1: p4 other',
      's1: p5 grandparent',
    ]);
  });

  it('to staff, students, each other and nobody are reported and skipped', async () => {
    const files = north().teacher('t1').student('s1', { agentSourcedIds: 't1,s2,nobody' }).student('s2');
    files
      .parent('p1', { agentSourcedIds: 't1' })
      .parent('p2', { agentSourcedIds: 's1', status: 'tobedeleted' });
    const report = await importer.run(files);
    expect(told(report.warnings)).toEqual([
      'users.csv:3 agent_not_guardian t1',
      'users.csv:3 agent_is_student s2',
      'users.csv:3 unknown_agent nobody',
      'users.csv:5 agent_without_student t1',
      'users.csv:5 guardian_without_student p1',
    ]);
    expect(report.errors).toEqual([]);
    expect(await importer.links()).toEqual([]);
  });

  it('count for a teacher where relationships.csv or a second role says parent', async () => {
    const files = north()
      .teacher('t1')
      .teacher('t2', { role: 'teacher,parent', agentSourcedIds: 's1' })
      .student('s1');
    files.relationship('s1', 't1', 'father');
    await importer.run(files);
    expect(await importer.links()).toEqual(['s1: t1 father', 's1: t2 parent']);
    expect(await importer.rows('select 1 from staff_members')).toHaveLength(2);
  });

  it('follow a student into each school', async () => {
    const files = north().school('south').student('s1', { orgSourcedIds: 'north,south' });
    await importer.run(files.parent('p1', { agentSourcedIds: 's1' }));
    expect(await importer.links()).toEqual(['s1: p1 parent', 's1: p1 parent']);
  });
});

describe('import oneroster, a relation that is gone from a full replacement', () => {
  const family = () =>
    north().student('s1').parent('p1', { agentSourcedIds: 's1' }).parent('p2', { agentSourcedIds: 's1' });

  it('goes, registered or not', async () => {
    await importer.run(family());
    await join('p2');
    const report = await importer.run(
      north().student('s1').parent('p1', { agentSourcedIds: 's1' }).parent('p2', { agentSourcedIds: '' }),
    );
    expect(report.archived.guardians).toBe(1);
    expect(await importer.links()).toEqual(['s1: p1 parent']);
  });

  it('goes with an adult who is disabled', async () => {
    await importer.run(family());
    const files = north().student('s1').parent('p1', { agentSourcedIds: 's1' });
    await importer.run(files.parent('p2', { agentSourcedIds: 's1', enabledUser: 'no' }));
    expect(await importer.links()).toEqual(['s1: p1 parent']);
  });

  it('stays when it was made by hand', async () => {
    await importer.run(family());
    await importer.rows(
      `update guardians set source_id = null, source = 'registration' where source_id = 'p2'`,
    );
    await importer.run(north().student('s1').parent('p1', { agentSourcedIds: 's1' }));
    expect(await importer.rows('select 1 from guardians')).toHaveLength(2);
  });

  it('stays when the row of the adult cannot be read', async () => {
    await importer.run(family());
    const files = north().student('s1').parent('p1', { agentSourcedIds: 's1' });
    const report = await importer.run(
      files.parent('p2', { agentSourcedIds: 's1', givenName: '', familyName: '' }),
    );
    expect(told(report.errors)).toEqual(['users.csv:4 missing_name p2']);
    expect(await importer.links()).toEqual(['s1: p1 parent', 's1: p2 parent']);
  });

  it.each([
    [',s1,p2,"mother', 'relationships.csv:3 broken_quotes "'],
    [',s1,p2,mother,surplus', 'relationships.csv:3 column_count 5 of 4'],
    [',s1,', 'relationships.csv:3 missing_sourced_id userSourcedId'],
    [',,p2,mother', 'relationships.csv:3 missing_sourced_id userSourcedId'],
  ])('stays when its row in relationships.csv cannot be read: %s', async (row, reported) => {
    const header = 'sourcedId,userSourcedId,relationshipUserSourcedId,relationshipRole\n';
    const files = (pair: string) =>
      north()
        .student('s1')
        .parent('p1')
        .parent('p2')
        .file('relationships.csv', `${header},s1,p1,father\n${pair}\n`);
    await importer.run(files(',s1,p2,mother'));
    expect(told((await importer.run(files(row))).errors)).toEqual([reported]);
    expect(await importer.links()).toEqual(['s1: p1 father', 's1: p2 mother']);
    await importer.run(files(''));
    expect(await importer.links()).toEqual(['s1: p1 father']);
  });

  it('stays when the export has no column for relations', async () => {
    await importer.run(family());
    await importer.run(north().student('s1').parent('p1').parent('p2'));
    expect(await importer.links()).toEqual(['s1: p1 parent', 's1: p2 parent']);
  });
});

describe('import oneroster, a person who has joined', () => {
  it('stays the same person for a sibling who comes later, with the same choice of visibility', async () => {
    await importer.run(north().student('s1').parent('p1', { agentSourcedIds: 's1', email: 'p1@x.org' }));
    const membershipId = await join('p1', 'name_only');
    await importer.run(
      north().student('s1').student('s2').parent('p1', { agentSourcedIds: 's1,s2', email: 'p1@x.org' }),
    );
    expect(await importer.rows('select membership_id, profile_visibility from guardians')).toEqual([
      { membership_id: membershipId, profile_visibility: 'name_only' },
      { membership_id: membershipId, profile_visibility: 'name_only' },
    ]);
  });

  it('matches by verified email when the school puts them on file later', async () => {
    await importer.run(north().student('s1'));
    const membershipId = await importer.member('late@x.org', 'name_only');
    await importer.run(
      north().student('s1', { agentSourcedIds: 'p1' }).parent('p1', { email: 'Late@X.org' }),
    );
    expect(await importer.rows('select membership_id, profile_visibility from guardians')).toEqual([
      { membership_id: membershipId, profile_visibility: 'name_only' },
    ]);
  });

  it('stays one guardian when linked by hand before, and keeps hiding what they hid', async () => {
    await importer.run(north().student('s1'));
    const membershipId = await importer.member('late@x.org', 'name_only', ['Maria', 'Park']);
    await linkedByHand(membershipId);
    const files = north().student('s1', { agentSourcedIds: 'p1' });
    files.parent('p1', { email: 'late@x.org', givenName: 'MARIA', familyName: 'Park' });
    await importer.run(files);
    const guardians = () =>
      importer.rows('select membership_id, source_id, profile_visibility from guardians');
    const one = [{ membership_id: membershipId, source_id: 'p1', profile_visibility: 'name_only' }];
    expect(await guardians()).toEqual(one);
    await importer.run(files);
    expect(await guardians()).toEqual(one);
  });

  it.each([
    ['of another name', 'guardian', ['Maria', 'Park']],
    ['who is the father, where they are the mother and have no name', 'father', []],
  ] as const)('stays as linked by hand beside an adult of the same email %s', async (_, role, name) => {
    await importer.run(north().student('s1'));
    const membershipId = await importer.member('late@x.org', 'full', [...name]);
    await linkedByHand(membershipId);
    const ian = { email: 'late@x.org', givenName: 'Ian', familyName: 'Park', role };
    await importer.run(north().student('s1', { agentSourcedIds: 'p1' }).parent('p1', ian));
    expect(await importer.rows('select first_name, membership_id from guardians order by 1')).toEqual([
      { first_name: 'Ian', membership_id: null },
      { first_name: 'Maria', membership_id: membershipId },
    ]);
  });

  it('matches by no email that is not verified', async () => {
    await importer.run(north().student('s1'));
    await importer.member('late@x.org', 'full');
    await importer.rows('update users set email_verified_at = null');
    await importer.run(
      north().student('s1', { agentSourcedIds: 'p1' }).parent('p1', { email: 'late@x.org' }),
    );
    expect(await importer.rows('select membership_id from guardians')).toEqual([{ membership_id: null }]);
  });
});

async function linkedByHand(membershipId: string): Promise<void> {
  await importer.rows(
    `insert into guardians (school_id, student_id, membership_id, source, first_name, last_name, email, relation,
       profile_visibility)
     select s.school_id, s.id, m.id, 'registration', 'Maria', 'Park', 'late@x.org', 'mother', m.profile_visibility
     from students s, memberships m where m.id = $1`,
    [membershipId],
  );
}

async function join(sourceId: string, visibility = 'full'): Promise<string> {
  const id = await importer.member(`${sourceId}@example.org`, visibility);
  await importer.link(sourceId, id);
  return id;
}
