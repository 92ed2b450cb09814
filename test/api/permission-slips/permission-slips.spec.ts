import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('The list of slips', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/permission-slips` });

  it('answers 404 while sign-ups are turned off', async () => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    const { id } = await aPermissionSlip(t, school);
    await school.setFeatures({ signups: false });
    expectError(await t.api.get(`/schools/${school.id}/permission-slips`, { token }), 404, 'not_found');
    expectError(await t.api.get(`/permission-slips/${id}`, { token }), 404, 'not_found');
  });

  it('begins with what is outstanding, what closes first before the rest', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const { token } = await school.parentOf(ada);
    const inDays = (days: number): Date => new Date(t.clock.now().getTime() + days * 86_400_000);
    const answered = await aPermissionSlip(t, school, { title: 'Answered', closesAt: inDays(1) });
    for (const [title, closesAt] of [
      ['Whenever', null],
      ['Übermorgen', null],
      ['Later', inDays(9)],
      ['Soon', inDays(2)],
      ['Over', inDays(-1)],
    ] as const)
      await aPermissionSlip(t, school, { title, closesAt });
    await aPermissionSlip(t, school, { title: 'Not for parents', audienceType: 'admins' });
    await t.api.post(`/permission-slips/${answered.id}/responses`, {
      token,
      body: { student_id: ada.id, decision: 'granted' },
    });
    const { body } = await t.api.get(`/schools/${school.id}/permission-slips`, { token });
    const slips = body.permission_slips as { title: string; outstanding: number }[];
    expect(slips.map(({ title, outstanding }) => [title, outstanding])).toEqual([
      ['Soon', 1],
      ['Later', 1],
      ['Übermorgen', 1],
      ['Whenever', 1],
      ['Over', 0],
      ['Answered', 0],
    ]);
  });

  it('asks for the children of the organizations it is addressed to, and for all of who only leads one', async () => {
    const school = await aSchool(t);
    const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
    const left = await school.student({ firstName: 'Cleo', archivedAt: new Date() });
    const [parent, uncle, coach] = [
      await school.parentOf([ada, ben, left]),
      await school.parentOf(ben),
      await school.parentOf([ben, left]),
    ];
    const [chess, rowing, past] = [
      await anOrganization(t, school),
      await anOrganization(t, school),
      await anOrganization(t, school, { archivedAt: new Date() }),
    ];
    for (const own of [ada, left]) await chess.enroll(own);
    for (const other of [rowing, past]) await other.enroll(ben);
    await chess.leader({ membershipId: coach.membershipId });
    const slip = await aPermissionSlip(t, school, {
      audienceType: 'organizations',
      audienceOrganizationIds: [chess.id, past.id],
    });
    const asked = async ({ token }: TestMember): Promise<string[]> => {
      const { status, body } = await t.api.get(`/permission-slips/${slip.id}`, { token });
      if (status === 404) return ['nothing'];
      return (body.my_students as { name: string }[]).map(({ name }) => name);
    };
    expect([await asked(parent), await asked(coach), await asked(uncle)]).toEqual([
      ['Ada Park'],
      ['Ben Park'],
      ['nothing'],
    ]);
  });

  it.each(['America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Europe/Berlin'])(
    'shows a slip of %s from the instant it opens until the instant it is gone',
    async (timeZone) => {
      const school = await aSchool(t, { timeZone });
      const { token } = await school.parent();
      const at = t.clock.now();
      const inMinutes = (minutes: number): string => new Date(at.getTime() + minutes * 60_000).toISOString();
      const [opens, closes, gone] = [inMinutes(10), inMinutes(20), inMinutes(30)];
      await aPermissionSlip(t, school, {
        opensAt: new Date(opens),
        closesAt: new Date(closes),
        visibleUntil: new Date(gone),
      });
      const seenAt = async (instant: string, shift = 0): Promise<boolean[]> => {
        t.clock.stopAt(new Date(Date.parse(instant) + shift).toISOString());
        const { body } = await t.api.get(`/schools/${school.id}/permission-slips`, { token });
        return (body.permission_slips as { closed: boolean }[]).map(({ closed }) => closed);
      };
      const seen = [
        await seenAt(opens, -1),
        await seenAt(opens),
        await seenAt(closes, -1),
        await seenAt(closes),
        await seenAt(gone, -1),
        await seenAt(gone),
      ];
      t.clock.moveTo(at.toISOString());
      expect(seen).toEqual([[], [false], [false], [true], [true], []]);
    },
  );
});

describe('A slip that an admin with children reads as its manager', () => {
  const managed = ({ id }: SlipClient, { token }: TestMember) =>
    t.api.get(`/permission-slips/${id}/management`, { token });

  async function anAdminWithChildren(school: TestSchool) {
    const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
    const admin = await school.parentOf([ada, ben]);
    await t.dataSource.manager.update(Membership, { id: admin.membershipId }, { role: 'junior_admin' });
    return { ada, ben, admin };
  }

  it('wants nothing of them, nor offers a change, before it opens and after it is gone', async () => {
    const school = await aSchool(t);
    const { ada, ben, admin } = await anAdminWithChildren(school);
    const slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
    const { body: given } = await slip.answer(admin, { student_id: ada.id, decision: 'granted' });
    const read = async (): Promise<unknown[]> => {
      const { outstanding, my_responses } = (await managed(slip, admin)).body;
      return [outstanding, my_responses[0].can_edit];
    };
    expect(await read()).toEqual([1, true]);
    const inMinutes = (minutes: number): Date => new Date(t.clock.now().getTime() + minutes * 60_000);
    for (const times of [{ visibleUntil: inMinutes(-1) }, { visibleUntil: null, opensAt: inMinutes(1) }]) {
      await t.dataSource.manager.update(PermissionSlip, { id: slip.id }, times);
      expect(await read()).toEqual([0, false]);
      const answer = await slip.answer(admin, { student_id: ben.id, decision: 'granted' });
      expectError(answer, 404, 'not_found');
      expectError(await slip.change(admin, given.id, { decision: 'declined' }), 404, 'not_found');
    }
  });

  it('wants nothing of them where it is addressed to others', async () => {
    const school = await aSchool(t);
    const { ada, admin } = await anAdminWithChildren(school);
    const audienceOrganizationIds = [(await anOrganization(t, school)).id];
    const { id } = await aPermissionSlip(t, school, {
      audienceType: 'organizations',
      audienceOrganizationIds,
    });
    const slip = new SlipClient(t, id);
    expect((await managed(slip, admin)).body.outstanding).toBe(0);
    const answer = await slip.answer(admin, { student_id: ada.id, decision: 'granted' });
    expectError(answer, 403, 'not_authorized');
  });
});
