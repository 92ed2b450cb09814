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
