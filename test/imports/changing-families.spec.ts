import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FamiliesService } from '../../src/features/memberships/families.service.js';
import { MembershipsService } from '../../src/features/memberships/memberships.service.js';
import { InvitationsService } from '../../src/features/invitations/invitations.service.js';
import { District } from '../support/schools/district.factory.js';
import { aPerson, aSchool } from '../support/school.factory.js';
import { startImportApp, type ImportApp } from './a-fed-app.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { told } from './oneroster/oneroster-importer.js';

let t: ImportApp;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());

let districts = 0;
const aDistrict = (): District => new District(t, `district-${(districts += 1)}`);

const DAY = 24 * 60 * 60_000;
const daysLater = async (days: number, work: () => Promise<void>): Promise<void> => {
  const now = t.clock.now();
  t.clock.moveTo(new Date(now.getTime() + days * DAY).toISOString());
  try {
    await work();
  } finally {
    t.clock.moveTo(now.toISOString());
  }
};

/** Kim, and her mother by this address; without one she is nobody's mother any more. */
const custody = (email: string | null, phone = ''): OneRosterFiles =>
  new OneRosterFiles()
    .school('cs')
    .student('k', { orgSourcedIds: 'cs', givenName: 'Kim', agentSourcedIds: email ? 'g' : '' })
    .student('other', { orgSourcedIds: 'cs', givenName: 'Lou' })
    .parent('g', { givenName: 'Ada', familyName: 'Lund', email: email ?? 'ada.lund@c.example', phone });

describe("a guardian's address that the school corrects", () => {
  it('takes the child from the account with the old one at once, and gives it to whoever registers with the new one', async () => {
    const district = aDistrict();
    await district.bring(custody('stranger@old.example'));
    const stranger = await district.registered('stranger@old.example');
    expect(await district.seenBy(stranger)).toMatchObject([{ status: 'active', students: ['Kim'] }]);

    const report = await district.bring(custody('ada@new.example'));
    expect(told(report.warnings)).toEqual([
      expect.stringMatching(/^users.csv:0 membership_ended /),
      'users.csv:2 guardian_relinked k',
    ]);
    expect(report.warnings[1]!.message).toContain('before at old.example, now at new.example');
    expect(JSON.stringify(report)).not.toContain('stranger@');
    expect(await district.seenBy(stranger)).toMatchObject([{ status: 'deactivated', students: [] }]);
    const school = await district.schoolId('cs');
    expect(await t.api.get(`/schools/${school}/students`, { token: stranger.token })).toMatchObject({
      status: 403,
    });

    const ada = await district.registered('ada@new.example');
    expect(await district.seenBy(ada)).toMatchObject([{ status: 'active', students: ['Kim'] }]);
    expect(await district.onFile('cs')).toEqual(['k: Ada Lund parent']);
    expect(await district.bring(custody('ada@new.example'))).toMatchObject({
      updated: { guardians: 0 },
      warnings: [],
    });

    await district.bring(custody(null));
    expect(await district.seenBy(ada)).toMatchObject([{ status: 'deactivated', students: [] }]);
    expect(await district.onFile('cs')).toEqual([]);
  });

  it('leaves the child with an account that has proven the new address as well, and with it later children', async () => {
    const district = aDistrict();
    await district.bring(custody('ada@proven.example'));
    const ada = await district.registered('ada@proven.example');
    await t.dataSource.query(
      `insert into user_addresses (email, user_id, verified_at) values ('ada@second.example', $1, now())`,
      [ada.userId],
    );
    expect((await district.bring(custody('ada@second.example'))).warnings).toEqual([]);
    expect(await district.seenBy(ada)).toMatchObject([{ status: 'active', students: ['Kim'] }]);
    const sibling = custody('ada@second.example')
      .student('j', { orgSourcedIds: 'cs', givenName: 'Joe', agentSourcedIds: 'h' })
      .parent('h', { givenName: 'Ada', familyName: 'Lund', email: 'ada@second.example' });
    await district.bring(sibling);
    expect(await district.seenBy(ada)).toMatchObject([{ status: 'active', students: ['Joe', 'Kim'] }]);
  });

  it('keeps one record where the new account was invited by hand, with what was hidden', async () => {
    const district = aDistrict();
    await district.bring(custody('ada@c.example'));
    const before = await district.registered('ada@c.example');
    await t.api.patch('/me/profile-visibility', {
      token: before.token,
      body: { profile_visibility: 'name_only' },
    });
    await district.bring(custody('ada.lund@c.example'));
    const school = await district.schoolId('cs');
    const [kim] = await t.dataSource.query<{ id: string }[]>(
      `select id from students where school_id = $1 and source_id = 'k'`,
      [school],
    );
    await t.services.get(InvitationsService).invite({
      schoolId: school,
      email: 'ada.lund@c.example',
      role: 'parent',
      students: [{ studentId: kim!.id, relation: 'mother' }],
    });
    const after = await district.registered('ada.lund@c.example');
    expect(await district.onFile('cs')).toEqual(['k: Ada Lund parent']);
    const { body } = await t.api.get('/me', { token: after.token });
    expect((body.memberships as { profile_visibility: string }[])[0]!.profile_visibility).toBe('name_only');
    await district.bring(custody(null));
    expect(await district.seenBy(after)).toMatchObject([{ status: 'deactivated' }]);
    expect(await district.onFile('cs')).toEqual([]);
  });

  it('leaves alone who has the new address, an admin, and a parent of another child', async () => {
    const district = aDistrict();
    const files = (email: string) =>
      custody(email).parent('h', { givenName: 'Bo', email: 'bo@c.example', agentSourcedIds: 'k' });
    await district.bring(files('admin@c.example'));
    const ada = await district.registered('admin@c.example');
    const bo = await district.registered('bo@c.example');
    const school = await district.schoolId('cs');
    await t.dataSource.query(
      `update memberships set role = 'junior_admin' where school_id = $1 and user_id = (select id from users where email = $2)`,
      [school, 'admin@c.example'],
    );
    await district.bring(files('ada2@c.example'));
    expect(await district.seenBy(ada)).toMatchObject([{ status: 'active', students: [] }]);
    expect(await district.seenBy(bo)).toMatchObject([{ status: 'active', students: ['Kim'] }]);
  });

  it('follows a content file as well, by name and by source_id', async () => {
    const school = await aSchool(t);
    const file = (email: string, id?: string) => ({
      students: [
        {
          source_id: 's',
          first_name: 'Ida',
          last_name: 'Holm',
          guardians: [
            {
              ...(id && { source_id: id }),
              first_name: 'Eva',
              last_name: 'Holm',
              email,
              relation: 'mother' as const,
            },
          ],
        },
      ],
    });
    for (const id of [undefined, 'e']) {
      const [first, second] = [`eva-${id}@old.example`, `eva-${id}@new.example`];
      await t.bring(school.id, file(first, id));
      const before = await aPerson(t, { email: first });
      await t.api.post('/registration/confirm', { token: before.token });
      const report = await t.bring(school.id, file(second, id));
      expect(report.warnings.map(({ code }) => code)).toEqual(['guardian_relinked', 'membership_ended']);
      expect(report).toMatchObject({ created: { guardians: 0 }, updated: { guardians: 1 } });
      const { body } = await t.api.get('/me', { token: before.token });
      expect(body.memberships).toMatchObject([{ status: 'deactivated' }]);
      await t.dataSource.query('delete from guardians where school_id = $1', [school.id]);
    }
  });
});

const move = (m1: string, m2 = 'mA', third = 'mA'): OneRosterFiles =>
  new OneRosterFiles()
    .school('mA')
    .school('mB')
    .student('m1', { orgSourcedIds: m1, givenName: 'One', agentSourcedIds: 'h1' })
    .student('m2', { orgSourcedIds: m2, givenName: 'Two', agentSourcedIds: 'h2' })
    .student('m3', { orgSourcedIds: third, givenName: 'Three' })
    .parent('h1', { givenName: 'Par', email: `par1-${districts}@m.example` })
    .parent('h2', { givenName: 'Pop', email: `par2-${districts}@m.example` });

describe('a child who moves from one school to another of the same source', () => {
  it('brings along the parents, what they have hidden, and who was linked by hand', async () => {
    const district = aDistrict();
    await district.bring(move('mA'));
    const par = await district.registered(`par1-${districts}@m.example`);
    await t.api.patch('/me/profile-visibility', {
      token: par.token,
      body: { profile_visibility: 'name_only' },
    });
    await t.api.patch('/me/address-visibility', { token: par.token, body: { address_visible: false } });
    const [a] = [await district.schoolId('mA')];
    const [one] = await t.dataSource.query<{ id: string }[]>(
      `select id from students where school_id = $1 and source_id = 'm1'`,
      [a],
    );
    await t.services.get(InvitationsService).invite({
      schoolId: a,
      email: `step-${districts}@m.example`,
      role: 'parent',
      students: [{ studentId: one!.id, relation: 'stepparent' }],
    });
    const step = await district.registered(`step-${districts}@m.example`);
    await t.api.put(`/students/${one!.id}/note`, { token: par.token, body: { body: 'mine' } });

    const report = await district.bring(move('mB'));
    expect(told(report.warnings)).toEqual([
      'users.csv:0 member_without_students Par Family h1',
      'users.csv:0 member_without_students Stepparent',
      'users.csv:2 student_moved m1',
    ]);
    expect(report.warnings.at(-1)!.message).toContain('1 private notes');
    for (const person of [par, step])
      expect(await district.seenBy(person)).toEqual([
        { school: 'School mA', status: 'active', students: [] },
        { school: 'School mB', status: 'active', students: ['One'] },
      ]);
    expect(await district.onFile('mB')).toHaveLength(2);
    const rows = await t.dataSource.query(
      `select s.address_visible, g.profile_visibility from students s join guardians g on g.student_id = s.id
       where s.school_id = $1 and g.source_id = 'h1'`,
      [await district.schoolId('mB')],
    );
    expect(rows).toEqual([{ address_visible: false, profile_visibility: 'name_only' }]);
    expect(await district.bring(move('mB'))).toMatchObject({
      created: { students: 0, guardians: 0 },
      updated: { students: 0, guardians: 0 },
      archived: { students: 0 },
    });

    await daysLater(61, async () => {
      expect(await district.seenBy(par)).toMatchObject([{ status: 'deactivated' }, { status: 'active' }]);
      expect(await t.api.get(`/schools/${a}/students`, { token: par.token })).toMatchObject({ status: 403 });
      await t.services.get(MembershipsService).settleAll();
      await district.bring(move('mA'));
      expect(await district.seenBy(par)).toEqual([
        { school: 'School mA', status: 'active', students: ['One'] },
        { school: 'School mB', status: 'active', students: [] },
      ]);
    });
  });

  it('goes to the archive where they were, also when the export does not speak of that school', async () => {
    const district = aDistrict();
    await district.bring(move('mA'));
    const par = await district.registered(`par1-${districts}@m.example`);
    const alone = new OneRosterFiles()
      .school('mB')
      .student('m1', { orgSourcedIds: 'mB', givenName: 'One', agentSourcedIds: 'h1' })
      .parent('h1', { givenName: 'Par', email: `par1-${districts}@m.example` });
    expect((await district.bring(alone)).archived.students).toBe(1);
    expect(await district.seenBy(par)).toEqual([
      { school: 'School mA', status: 'active', students: [] },
      { school: 'School mB', status: 'active', students: ['One'] },
    ]);
  });

  it('keeps away who was unlinked by command, and whose address has been corrected meanwhile', async () => {
    const district = aDistrict();
    await district.bring(move('mA'));
    const [par, pop] = [
      await district.registered(`par1-${districts}@m.example`),
      await district.registered(`par2-${districts}@m.example`),
    ];
    const a = await district.schoolId('mA');
    expect(
      await t.services.get(FamiliesService).unlink(a, 'm1', { email: `par1-${districts}@m.example` }),
    ).toBe(1);
    expect(await district.seenBy(par)).toMatchObject([{ status: 'deactivated', students: [] }]);
    await district.bring(move('mA'));
    expect(await district.onFile('mA')).toEqual(['m2: Pop Family h2 parent']);
    const files = move('mB', 'mB');
    files.users.find(({ sourcedId }) => sourcedId === 'h2')!.email = 'corrected@m.example';
    await district.bring(files);
    expect(await district.onFile('mB')).toEqual(['m2: Pop Family h2 parent']);
    for (const person of [par, pop])
      expect(await district.seenBy(person)).toMatchObject([{ school: 'School mA', status: 'deactivated' }]);
  });

  it('counts nothing to the archive limit, nor does a graduate', async () => {
    const district = aDistrict();
    const files = (seniors: string[], at: string) => {
      const told = new OneRosterFiles().school('mA').school('mB');
      for (const id of seniors) told.student(id, { orgSourcedIds: 'mA', grades: '12' });
      for (const id of ['a', 'b', 'c']) told.student(id, { orgSourcedIds: 'mA', grades: '08' });
      return told.student('d', { orgSourcedIds: at, grades: '08' }).student('e', { orgSourcedIds: 'mB' });
    };
    await district.bring(files(['x', 'y'], 'mA'));
    const later = files([], 'mB');
    later.sessions = [
      { sourcedId: 'fy', type: 'schoolYear', startDate: '2027-08-20', endDate: '2028-06-20' },
    ];
    await daysLater(300, async () => {
      expect(await district.bring(later, { archiveLimitPercent: 0 })).toMatchObject({
        errors: [],
        archived: { students: 3 },
      });
    });
  });
});
