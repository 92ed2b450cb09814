import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FamiliesService } from '../../src/features/memberships/families.service.js';
import { MembershipsService } from '../../src/features/memberships/memberships.service.js';
import { InvitationsService } from '../../src/features/registration/registration.service.js';
import { SchoolsService } from '../../src/features/schools/schools.service.js';
import { District } from '../support/district.factory.js';
import { aPerson, aSchool } from '../support/school.factory.js';
import { startImportApp, type ImportApp } from './a-fed-app.js';
import { OneRosterFiles } from './oneroster-files.js';
import { told } from './oneroster-importer.js';
import { removeTemporaryFolders } from './temporary-folder.js';

let t: ImportApp;
beforeAll(async () => (t = await startImportApp()));
afterAll(async () => {
  await removeTemporaryFolders();
  await t.close();
});

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

  it('does the same in a content file, by name and by source_id', async () => {
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

  it('is archived where they were, also when the export does not speak of that school', async () => {
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

  it('does not count for the archive limit, nor does a graduate', async () => {
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

describe('two parents who share a mailbox', () => {
  const holm = {
    students: [
      {
        source_id: 's',
        first_name: 'Ida',
        last_name: 'Holm',
        guardians: [
          { first_name: 'Bo', last_name: 'Holm', email: 'family@h.example', relation: 'father' as const },
          { first_name: 'Eva', last_name: 'Holm', email: 'family@h.example', relation: 'mother' as const },
        ],
      },
    ],
  };
  const onFile = (schoolId: string) =>
    t.dataSource.query<object[]>(
      `select first_name, relation, coalesce(membership_id, shared_membership_id) is not null as linked from guardians
       where school_id = $1 order by first_name`,
      [schoolId],
    );

  it('stay two records, linked to the account, and an invitation changes neither', async () => {
    const school = await aSchool(t);
    const report = await t.bring(school.id, holm);
    expect(report).toMatchObject({ created: { guardians: 2 }, errors: [], may_register: 1 });
    expect(await t.bring(school.id, holm)).toMatchObject({ unchanged: { guardians: 2 } });
    const family = await aPerson(t, { email: 'family@h.example' });
    const { body } = await t.api.post('/registration/confirm', { token: family.token });
    expect(body.created).toEqual({ memberships: 1, guardian_links: 2 });
    const both = [
      { first_name: 'Bo', relation: 'father', linked: true },
      { first_name: 'Eva', relation: 'mother', linked: true },
    ];
    expect(await onFile(school.id)).toEqual(both);
    const [ida] = await t.dataSource.query<{ id: string }[]>('select id from students where school_id = $1', [
      school.id,
    ]);
    for (const relation of ['father', 'mother'] as const) {
      const students = [{ studentId: ida!.id, relation }];
      await t.services
        .get(InvitationsService)
        .invite({ schoolId: school.id, email: 'family@h.example', role: 'parent', students });
      await t.api.post('/registration/confirm', { token: family.token });
    }
    expect(await onFile(school.id)).toEqual(both);
    const { body: me } = await t.api.get('/me', { token: family.token });
    expect((me.memberships as { students: object[] }[])[0]!.students).toHaveLength(1);
    const { body: roster } = await t.api.get(`/schools/${school.id}/students?full=true`, {
      token: family.token,
    });
    expect((roster.students as { guardians: object[] }[])[0]!.guardians).toMatchObject([
      { email: 'family@h.example' },
      { email: 'family@h.example' },
    ]);
  });

  it('are told apart when the account says which of them it is', async () => {
    const school = await aSchool(t);
    const email = 'holm@h.example';
    const file = structuredClone(holm);
    for (const guardian of file.students[0]!.guardians) guardian.email = email;
    await t.bring(school.id, file);
    const family = await aPerson(t, { email });
    await t.api.post('/registration/confirm', { token: family.token });
    const [eva] = await t.dataSource.query<{ id: string }[]>(
      `select id from guardians where school_id = $1 and first_name = 'Eva'`,
      [school.id],
    );
    const say = (guardian_ids: unknown) =>
      t.api.post('/registration/confirm', { token: family.token, body: { guardian_ids } });
    expect(await say(['nobody'])).toMatchObject({ status: 400 });
    expect(await say(['7c0f0f0e-2f6d-4f7f-9d0d-1d3f6c1b2a3b'])).toMatchObject({ status: 404 });
    expect(await say([eva!.id])).toMatchObject({ status: 200 });
    const one = [
      { first_name: 'Bo', linked: false },
      { first_name: 'Eva', linked: true },
    ];
    expect(await onFile(school.id)).toMatchObject(one);
    await t.bring(school.id, file);
    expect(await onFile(school.id)).toMatchObject(one);
  });

  it('leave the other one linked when the school takes one back', async () => {
    const school = await aSchool(t);
    const email = 'mailbox@h.example';
    const file = structuredClone(holm);
    for (const guardian of file.students[0]!.guardians) guardian.email = email;
    await t.bring(school.id, file);
    const family = await aPerson(t, { email });
    await t.api.post('/registration/confirm', { token: family.token });
    const [bo] = await t.dataSource.query<{ id: string }[]>(
      `select id from guardians where school_id = $1 and first_name = 'Bo'`,
      [school.id],
    );
    await t.services.get(FamiliesService).unlink(school.id, 's', { guardianId: bo!.id });
    expect(await onFile(school.id)).toEqual([{ first_name: 'Eva', relation: 'mother', linked: true }]);
    const { body } = await t.api.get('/me', { token: family.token });
    expect(body.memberships).toMatchObject([{ status: 'active', students: [{ first_name: 'Ida' }] }]);
    await t.bring(school.id, file);
    expect(await onFile(school.id)).toHaveLength(1);
  });
});

describe('a membership', () => {
  it('ends sixty days after the only child has been archived, and comes back with them', async () => {
    const school = await aSchool(t);
    const file = (archived: boolean) => ({
      students: [
        {
          source_id: 'only',
          first_name: 'Only',
          last_name: 'Child',
          archived,
          guardians: [{ first_name: 'Pa', last_name: 'Child', email: 'pa@only.example' }],
        },
      ],
    });
    await t.bring(school.id, file(false));
    const pa = await new District(t, 'none').account('pa@only.example');
    await t.api.post('/registration/confirm', { token: pa.token });
    expect((await t.bring(school.id, file(true))).warnings).toMatchObject([
      { code: 'member_without_students', message: expect.stringContaining('the membership ends on 20') },
    ]);
    const statusOf = async () =>
      (await t.api.get('/me', { token: pa.token })).body.memberships as { status: string }[];
    await daysLater(59, async () => expect(await statusOf()).toMatchObject([{ status: 'active' }]));
    await daysLater(60, async () => {
      expect(await statusOf()).toMatchObject([{ status: 'deactivated' }]);
      expect((await t.bring(school.id, file(true))).warnings).toMatchObject([{ code: 'membership_ended' }]);
      expect((await t.bring(school.id, file(false))).warnings).toMatchObject([
        { code: 'membership_returned' },
      ]);
      expect(await statusOf()).toMatchObject([{ status: 'active' }]);
    });
  });

  it('that is deactivated shows no contact to other families, and may be left', async () => {
    const school = await aSchool(t);
    const child = await school.student();
    const [parent, stranger, admin] = [
      await school.parentOf(child, { phone: '+12125550199' }),
      await school.parentOf(await school.student()),
      await school.admin('junior_admin'),
    ];
    const seen = async (token: string): Promise<boolean> => {
      const { text } = await t.api.get(`/schools/${school.id}/students?full=true`, { token });
      const student = await t.api.get(`/students/${child.id}`, { token });
      const both = [text, student.text].map((one) => one.includes('12125550199'));
      expect(new Set(both).size).toBe(1);
      return both[0]!;
    };
    expect(await seen(stranger.token)).toBe(true);
    await t.services.get(MembershipsService).deactivate(school.id, parent.email);
    expect(await seen(stranger.token)).toBe(false);
    expect(await seen(admin.token)).toBe(true);
    const { status } = await t.api.post(`/me/leave-school/${parent.membershipId}`, { token: parent.token });
    expect(status).toBe(204);
    expect((await t.api.get('/me', { token: parent.token })).body.memberships).toEqual([]);
    expect(await t.api.post('/registration/confirm', { token: parent.token })).toMatchObject({ status: 404 });
  });
});

describe('a guardian on file', () => {
  it('is mailed once, whatever number of runs invite them at the same time', async () => {
    const district = aDistrict();
    const files = new OneRosterFiles().school('cs');
    for (let at = 0; at < 230; at += 1)
      files
        .student(`s${at}`, { orgSourcedIds: 'cs', agentSourcedIds: `g${at}` })
        .parent(`g${at}`, { email: `g${at}@mailed.example` });
    await district.bring(files);
    const school = await t.services.get(SchoolsService).getByReference(await district.schoolId('cs'));
    const send = () => t.services.get(InvitationsService).send(school);
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.reduce((sum, one) => sum + one.sent, 0)).toBe(230);
    const mails = await t.dataSource.query<object[]>(
      `select count(*)::int as n, count(distinct email)::int as people, count(distinct due_at)::int as moments
       from account_mails where email like '%@mailed.example'`,
    );
    expect(mails).toMatchObject([{ n: 230, people: 230 }]);
  });

  it('registers as if invited, unless the school wants it otherwise', async () => {
    const district = aDistrict();
    const report = await district.bring(custody('may@c.example'));
    expect(report.may_register).toBe(1);
    const closed = aDistrict();
    expect(await closed.bring(custody('mayno@c.example'), { noRegistration: true })).toMatchObject({
      may_register: 0,
    });
    expect(await closed.register(await closed.account('mayno@c.example'))).toMatchObject({ status: 404 });
    expect(await district.register(await district.account('may@c.example'))).toMatchObject({
      status: 200,
      body: { created: { memberships: 1, guardian_links: 1 } },
    });
  });
});
