import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const north = (): OneRosterFiles => new OneRosterFiles().school('north');
const both = (): OneRosterFiles => north().school('south');

describe('import oneroster, somebody whose role is not known', () => {
  beforeEach(() => importer.run(north().student('s1').student('s2').teacher('t1').teacher('t2')));
  const odd = (): OneRosterFiles =>
    new OneRosterFiles().user('s1', { role: 'pupil', orgSourcedIds: 'north' });

  it('stays on the roster of a full replacement', async () => {
    const files = odd().school('north').student('s2');
    files.teacher('t1').user('t2', { role: 'wizard', orgSourcedIds: 'north' });
    const report = await importer.run(files);
    expect(told(report.warnings)).toEqual([
      'users.csv:2 unknown_role pupil',
      'users.csv:5 unknown_role wizard',
    ]);
    expect(report.archived).toMatchObject({ students: 0, staff: 0 });
  });

  it('stays on the roster of an export of changes', async () => {
    expect((await importer.run(odd().delta())).archived.students).toBe(0);
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2']);
  });

  it('stays at the school of that role, also with a role at another school that is known', async () => {
    const files = both().user('s1').user('s2').role('s2');
    files.role('s1', { role: 'pupil' }).role('s1', { orgSourcedId: 'south' });
    await importer.run(files);
    expect(await importer.roster()).toEqual(['north/s1', 'north/s2', 'south/s1']);
  });

  it('appears as before where a known role says who they are there', async () => {
    await importer.run(
      north()
        .school('south')
        .student('s1')
        .student('s2')
        .teacher('t1')
        .teacher('t2', { orgSourcedIds: 'south' }),
    );
    await importer.run(
      both().student('s1').student('s2').teacher('t1').teacher('t2', { role: 'teacher,dean' }),
    );
    const rows = await importer.rows(
      `select sc.source_id as school from staff_members s join schools sc on sc.id = s.school_id
       where s.source_id = 't2' and s.archived_at is null`,
    );
    expect(rows).toEqual([{ school: 'north' }]);
  });

  it('goes from a child who is not theirs any more', async () => {
    const neighbour = { role: 'neighbour', orgSourcedIds: 'north' };
    await importer.run(
      north()
        .student('s1')
        .student('s2')
        .parent('p1', { ...neighbour, agentSourcedIds: 's1,s2' }),
    );
    await importer.run(
      north()
        .student('s1')
        .student('s2')
        .parent('p1', { ...neighbour, agentSourcedIds: 's2' }),
    );
    expect(await importer.links()).toEqual(['s2: p1 other']);
  });

  it('goes when the row says that they are deleted', async () => {
    const files = north().user('s1', { role: 'pupil', orgSourcedIds: 'north', status: 'tobedeleted' });
    expect((await importer.run(files.student('s2').teacher('t1').teacher('t2'))).archived.students).toBe(1);
  });
});

describe('import oneroster, a school without people', () => {
  const southern = { orgSourcedIds: 'south' };
  const whole = (): OneRosterFiles =>
    both()
      .student('s1')
      .student('s2', southern)
      .teacher('t2', southern)
      .class('c2', { schoolSourcedId: 'south' });
  beforeEach(() => importer.run(whole().enroll('c2', 's2')));

  it.each([
    ['orgs.csv names it', both()],
    ['a parent lives there', both().parent('p1', { ...southern, agentSourcedIds: 's1' })],
  ])('stays as it is though %s, and refuses nothing', async (_, files) => {
    files.student('s1', { givenName: 'New' }).class('c1').enroll('c1', 's1');
    const report = await importer.run(files, { archiveLimitPercent: 20 });
    expect(report).toMatchObject({ updated: { students: 1 }, archived: { students: 0, staff: 0 } });
    expect(await importer.roster()).toEqual(['north/s1', 'south/s2']);
    expect(await importer.classes()).toEqual(['c1: s1 | ', 'c2: s2 | ']);
  });

  it('empties when its people are there and all are deleted, and the limit counts them', async () => {
    const gone = { ...southern, status: 'tobedeleted' };
    const files = both().student('s1').student('s2', gone).teacher('t2', gone);
    expect((await importer.run(files, { archiveLimitPercent: 20 })).errors).toMatchObject([
      { code: 'archive_limit' },
    ]);
    expect((await importer.run(files)).archived).toMatchObject({ students: 1, staff: 1 });
  });

  it('empties when the roles of all have ended', async () => {
    const files = both()
      .user('s1')
      .role('s1')
      .user('s2')
      .role('s2', { orgSourcedId: 'south', endDate: '2026-11-01' });
    expect((await importer.run(files)).archived).toMatchObject({ students: 1, staff: 1 });
  });
});
