import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { RestrictionsService } from '../../../src/features/memberships/restrictions.service.js';
import { aNotification } from '../../support/notification.factory.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Rob's children are Sam, from whom he is kept apart in these tests, and Tess. */
let school: TestSchool;
let sam: Student;
let tess: Student;
let rob: TestGuardian;
let mary: TestMember;
beforeEach(async () => {
  school = await aSchool(t);
  sam = await school.student({ firstName: 'Sam', graduationYear: 2030 });
  tess = await school.student({ firstName: 'Tess', graduationYear: 2031 });
  rob = await school.parentOf([sam, tess], { firstName: 'Rob' });
  mary = await school.parentOf([sam, tess], { firstName: 'Mary' });
});

const guardian = () => ({ schoolId: school.id, student: sam.sourceId, guardianId: rob.guardianId });
const service = () => t.app.get(RestrictionsService, { strict: false });
const restrict = () =>
  service().restrict(guardian(), { until: null, reason: 'order', timeZone: 'America/New_York' });
const lift = () => service().lift(guardian());

const claimsOf = async (signupId: string) =>
  t.dataSource.query(
    `select s.first_name as "for", c.status, c.membership_id = $3 as "isRobs" from signup_claims c
     left join students s on s.school_id = c.school_id and s.id = c.student_id
     where c.school_id = $1 and c.signup_id = $2 order by c.created_at, c.id`,
    [school.id, signupId, rob.membershipId],
  );

const kindsSince = async (work: () => Promise<unknown>): Promise<string[]> => {
  const [{ last }] = await t.dataSource.query(
    'select coalesce(max(sequence), 0) as last from changes where school_id = $1',
    [school.id],
  );
  await work();
  const rows = await t.dataSource.query(
    'select distinct kind from changes where school_id = $1 and sequence > $2 order by kind',
    [school.id, last],
  );
  return rows.map(({ kind }: { kind: string }) => kind);
};

describe('A restriction', () => {
  it('withdraws what the guardian has claimed for the student, and gives the place on', async () => {
    const items = { Driver: { capacity: 1, waitlistEnabled: true }, Cake: {} };
    const signup = await aSignup(t, school, items);
    await signup.claimed(rob, 'Driver', { student_id: sam.id });
    await signup.claimed(mary, 'Driver', { student_id: sam.id, accept_waitlist: true });
    await signup.claimed(rob, 'Cake', { student_id: tess.id });
    expect(await kindsSince(restrict)).toEqual([
      ...['member.changed', 'notification.arrived', 'signup.promoted', 'signup.withdrawn', 'student.changed'],
    ]);
    expect(await claimsOf(signup.id)).toEqual([
      { for: 'Sam', status: 'withdrawn', isRobs: true },
      { for: 'Sam', status: 'confirmed', isRobs: false },
      { for: 'Tess', status: 'confirmed', isRobs: true },
    ]);
  });

  it('leaves what has begun already', async () => {
    const startsAt = new Date(t.clock.now().getTime() + 60_000);
    const signup = await aSignup(t, school, { Driver: { startsAt } });
    await signup.claimed(rob, 'Driver', { student_id: sam.id });
    t.clock.advance(120_000);
    await restrict();
    expect(await claimsOf(signup.id)).toMatchObject([{ status: 'confirmed' }]);
  });

  it('withdraws what was closed when it began as soon as it is open again, and gives the place on', async () => {
    const signup = await aSignup(t, school, { Driver: { capacity: 1, waitlistEnabled: true } });
    await signup.claimed(rob, 'Driver', { student_id: sam.id });
    await signup.claimed(mary, 'Driver', { student_id: sam.id, accept_waitlist: true });
    await signup.set({ closesAt: new Date(t.clock.now().getTime() + 60_000) });
    t.clock.advance(120_000);
    await restrict();
    const { token } = await school.admin();
    const reopened = await t.api.patch(`/signups/${signup.id}/management`, {
      token,
      body: { closes_at: null },
    });
    expect(reopened.status).toBe(200);
    expect(await claimsOf(signup.id)).toEqual([
      { for: 'Sam', status: 'withdrawn', isRobs: true },
      { for: 'Sam', status: 'confirmed', isRobs: false },
    ]);
  });

  it('keeps what was signed on record, and asks for the student again', async () => {
    const slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
    const { status } = await slip.answer(rob, { student_id: sam.id, decision: 'granted' });
    expect(status).toBe(201);
    await slip.answer(rob, { student_id: tess.id, decision: 'granted' });
    const states = async () => {
      const { body } = await slip.get(mary);
      return body.my_students.map(({ name, state }: { name: string; state: string }) => `${name}: ${state}`);
    };
    expect(await states()).toEqual(['Sam Park: granted', 'Tess Park: granted']);
    expect(await kindsSince(restrict)).toContain('permission_slip.withdrawn');
    expect(await states()).toEqual(['Sam Park: needed', 'Tess Park: granted']);
    const rows = await t.dataSource.query(
      `select s.first_name as "for", rs.is_current, r.state from permission_slip_response_students rs
       join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
       join students s on s.school_id = rs.school_id and s.id = rs.student_id where rs.school_id = $1 order by 1`,
      [school.id],
    );
    expect(rows).toEqual([
      { for: 'Sam', is_current: false, state: 'superseded' },
      { for: 'Tess', is_current: true, state: 'current' },
    ]);
    expect((await slip.answer(mary, { student_id: sam.id, decision: 'granted' })).status).toBe(201);
    expect((await slip.answer(rob, { student_id: sam.id, decision: 'declined' })).status).toBe(403);
  });

  it('ends what the guardian has signed on paper, and a refusal on paper binds nobody any more', async () => {
    const { token } = await school.admin();
    for (const decision of ['granted', 'declined']) {
      const slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
      const sheet = { student_id: sam.id, decision, signed_by_name: 'Rob Park', relation: 'father' };
      const path = `/permission-slips/${slip.id}/paper-responses`;
      const body = { ...sheet, signed_on: '2026-01-05' };
      expect((await t.api.post(path, { token, body })).status).toBe(201);
      await restrict();
      const { my_students } = (await slip.get(mary)).body;
      expect(my_students.find(({ name }: { name: string }) => name.startsWith('Sam')).state).toBe('needed');
      expect((await slip.answer(mary, { student_id: sam.id, decision: 'granted' })).status).toBe(201);
      await lift();
    }
  });

  it('ends one student of an answer for a family, and lets it hold for the others', async () => {
    const slip = new SlipClient(t, (await aPermissionSlip(t, school, { answerPer: 'family' })).id);
    expect((await slip.answer(rob, { decision: 'granted' })).status).toBe(201);
    await restrict();
    const rows = await t.dataSource.query(
      `select s.first_name as "for", rs.is_current, rs.is_overruled, r.state from permission_slip_response_students rs
       join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
       join students s on s.school_id = rs.school_id and s.id = rs.student_id where rs.school_id = $1 order by 1`,
      [school.id],
    );
    expect(rows).toEqual([
      { for: 'Sam', is_current: false, is_overruled: true, state: 'current' },
      { for: 'Tess', is_current: true, is_overruled: false, state: 'current' },
    ]);
  });

  it('takes notifications that came by way of the student alone, and the mails that wait for them', async () => {
    const audience = { audienceType: 'graduation_years' as const };
    const ofSam = await aPermissionSlip(t, school, { ...audience, audienceYears: [2030] });
    const ofBoth = await aPermissionSlip(t, school, { ...audience, audienceYears: [2030, 2031] });
    const told = (member: { membershipId: string }, { id }: { id: string }) =>
      aNotification(t, member, { kind: 'slip_opened', targetType: 'permission_slip', targetId: id });
    const gone = await told(rob, ofSam);
    await told(rob, ofBoth);
    await told(mary, ofSam);
    await t.dataSource.query(
      `insert into mails (school_id, notification_id, kind, due_at, created_at) values ($1, $2, 'alert', now(), now())`,
      [school.id, gone.id],
    );
    const listOf = async ({ token }: TestMember) => {
      const { body } = await t.api.get(`/schools/${school.id}/notifications`, { token });
      return body.notifications.map(({ target }: { target: { id: string } }) => target.id);
    };
    expect(await listOf(rob)).toHaveLength(2);
    expect(await kindsSince(restrict)).toContain('notification.removed');
    expect(await listOf(rob)).toEqual([ofBoth.id]);
    expect(await listOf(mary)).toEqual([ofSam.id]);
    expect((await t.api.get(`/notifications/${gone.id}`, { token: rob.token })).status).toBe(404);
    const waiting = await t.dataSource.query('select from mails where notification_id = $1', [gone.id]);
    expect(waiting).toEqual([]);
  });

  it('lets the guardian claim and answer again once it is ended, and brings nothing back by itself', async () => {
    const slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
    const signup = await aSignup(t, school, { Driver: {} });
    await signup.claimed(rob, 'Driver', { student_id: sam.id });
    await slip.answer(rob, { student_id: sam.id, decision: 'granted' });
    await restrict();
    expect((await signup.claim(rob, 'Driver', { student_id: sam.id })).status).toBe(403);
    expect(await kindsSince(lift)).toEqual(['member.changed', 'student.changed']);
    expect(await claimsOf(signup.id)).toMatchObject([{ status: 'withdrawn' }]);
    expect((await signup.claim(rob, 'Driver', { student_id: sam.id })).status).toBe(201);
    expect((await slip.answer(rob, { student_id: sam.id, decision: 'granted' })).status).toBe(201);
  });

  it('leaves nothing of the guardian for the student, whatever they do at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
      const signup = await aSignup(t, school, { Driver: { capacity: 1, waitlistEnabled: true } });
      // Whoever comes second waits.
      const done = await Promise.all([
        signup.claim(rob, 'Driver', { student_id: sam.id, accept_waitlist: true }),
        slip.answer(rob, { student_id: sam.id, decision: 'granted' }),
        signup.claim(mary, 'Driver', { student_id: sam.id, accept_waitlist: true }),
        slip.answer(mary, { student_id: tess.id, decision: 'granted' }),
        restrict(),
      ]);
      for (const { status } of done.slice(0, 4) as { status: number }[])
        expect([201, 400, 403]).toContain(status);
      const claims = await claimsOf(signup.id);
      expect(
        claims.filter((one: { isRobs: boolean; status: string }) => one.isRobs && one.status !== 'withdrawn'),
      ).toEqual([]);
      expect(claims.filter((one: { isRobs: boolean }) => !one.isRobs)).toMatchObject([
        { status: 'confirmed' },
      ]);
      const held = await t.dataSource.query(
        `select from permission_slip_response_students rs join permission_slip_responses r
           on r.school_id = rs.school_id and r.id = rs.response_id
         where rs.school_id = $1 and rs.student_id = $2 and rs.is_current and r.signed_by_membership_id = $3`,
        [school.id, sam.id, rob.membershipId],
      );
      expect(held).toEqual([]);
      await Promise.all([lift(), signup.claim(rob, 'Driver', { student_id: tess.id })]);
    }
  });
});
