import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FamiliesService } from '../../src/features/memberships/families.service.js';
import { MembershipsService } from '../../src/features/memberships/memberships.service.js';
import { InvitationsService } from '../../src/features/invitations/invitations.service.js';
import { SchoolsService } from '../../src/features/schools/schools.service.js';
import { District } from '../support/schools/district.factory.js';
import { aPerson, aSchool } from '../support/school.factory.js';
import { startImportApp, type ImportApp } from './a-fed-app.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';

let t: ImportApp;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());

let districts = 0;
const aDistrict = (): District => new District(t, `members-${(districts += 1)}`);

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

  it('stay apart when the account says which of them it is', async () => {
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

  it('shows no contact to other families when it is deactivated, and may be left', async () => {
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
  it('gets one mail, whatever number of runs invite them at the same time', async () => {
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
       from mails where email like '%@mailed.example'`,
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
