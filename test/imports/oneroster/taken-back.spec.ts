import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const IAN = { email: 'ian@x.org', givenName: 'Ian', familyName: 'Park' };

/** Ian is the father of s2, and of s1 where it is said. */
const ofIan = (children: 's2' | 's1,s2'): OneRosterFiles =>
  new OneRosterFiles()
    .school('north')
    .student('s1')
    .student('s2')
    .parent('p1', { ...IAN, agentSourcedIds: children });

/** Somebody whom another source names for s1, too. */
const onFileElsewhere = (firstName = 'IAN', email = IAN.email): Promise<unknown> =>
  importer.rows(
    `insert into guardians (school_id, student_id, source, source_id, first_name, last_name, email, relation)
     select school_id, id, 'content', $1, $1, 'Park', $2, 'father' from students where source_id = 's1'`,
    [firstName, email],
  );

const shown = () =>
  importer.rows(
    `select s.source_id as student, g.email, g.profile_visibility as is
     from guardians g join students s on s.id = g.student_id order by 1`,
  );

const guardians = () =>
  importer.rows(
    `select s.source_id as student, g.source, g.first_name, g.membership_id is not null as linked
     from guardians g join students s on s.id = g.student_id order by 1, 2, 3`,
  );

const ofBen = { student: 's2', source: 'oneroster', first_name: 'Ian', linked: true };

describe('import oneroster, a relation that is taken back from a person whom two sources name', () => {
  beforeEach(() => importer.run(ofIan('s1,s2')));

  it.each([
    ['everything', () => ofIan('s2')],
    ['changes', () => ofIan('s2').delta()],
  ])('goes with the record of the other source, by an export of %s', async (_, files) => {
    await onFileElsewhere();
    await importer.link('p1', await importer.member(IAN.email));
    await importer.run(files());
    await importer.run(ofIan('s2'));
    expect(await guardians()).toEqual([ofBen]);
  });

  it('goes without those of another name or address', async () => {
    await onFileElsewhere('Eve');
    await onFileElsewhere('Ian', 'other@x.org');
    await importer.link('p1', await importer.member('account@x.org'));
    await importer.run(ofIan('s2'));
    expect(await guardians()).toMatchObject([{ first_name: 'Eve' }, { first_name: 'Ian' }, ofBen]);
  });

  it('goes without a second record that the export still has', async () => {
    await importer.run(ofIan('s1,s2').parent('p2', { ...IAN, agentSourcedIds: 's1' }));
    await importer.link('p1', await importer.member('account@x.org'));
    await importer.run(ofIan('s2').delta());
    expect(await importer.links()).toEqual(['s1: p2 parent', 's2: p1 parent']);
  });

  it('goes alone where nobody has joined, or where the other record is the one that is linked', async () => {
    await onFileElsewhere();
    await importer.run(ofIan('s2'));
    const other = { student: 's1', source: 'content', first_name: 'IAN', linked: false };
    expect(await guardians()).toEqual([other, { ...ofBen, linked: false }]);
    await importer.run(ofIan('s1,s2'));
    await importer.link('IAN', await importer.member(IAN.email));
    await importer.run(ofIan('s2'));
    expect(await guardians()).toEqual([{ ...other, linked: true }, ofBen]);
  });
});

describe('import oneroster, a relation that is taken back from a person and given again', () => {
  const ian = (child: string, email = IAN.email): OneRosterFiles =>
    new OneRosterFiles()
      .school('north')
      .student('s1')
      .student('s2')
      .parent('p1', { ...IAN, email, agentSourcedIds: child });
  const nobody = (): OneRosterFiles => ian('').student('s3', { agentSourcedIds: 'p3' }).parent('p3');

  it.each(['s1', 's2'])('hides as it was, for %s, under whatever address', async (child) => {
    await importer.run(ian('s1'));
    await importer.link('p1', await importer.member(IAN.email, 'name_only'));
    await importer.run(ian('s1', 'new@x.org'));
    await importer.run(nobody());
    expect(await importer.rows(`select 1 from guardians where source_id = 'p1'`)).toEqual([]);
    const again = nobody();
    again.users.splice(2, 1);
    await importer.run(again.parent('p1', { ...IAN, email: 'new@x.org', agentSourcedIds: child }));
    expect(await shown()).toContainEqual({ student: child, email: 'new@x.org', is: 'name_only' });
    expect(await importer.rows('select 1 from withdrawn_guardians')).toEqual([]);
  });

  it('shows where it was', async () => {
    await importer.run(ian('s1'));
    await importer.run(nobody());
    await importer.run(ian('s1'));
    expect(await shown()).toContainEqual({ student: 's1', email: IAN.email, is: 'full' });
  });

  it('hides as it was by a source whose record went along', async () => {
    await importer.run(ian('s1'));
    await onFileElsewhere();
    await importer.link('p1', await importer.member(IAN.email, 'name_only'));
    await importer.rows(`update guardians set profile_visibility = 'name_only'`);
    await importer.run(nobody());
    expect(
      await importer.rows(`select source, source_id, u.email from withdrawn_guardians
        join users u on u.id = user_id order by 1`),
    ).toEqual([
      { source: 'content', source_id: 'IAN', email: IAN.email },
      { source: 'oneroster', source_id: 'p1', email: IAN.email },
    ]);
  });
});
