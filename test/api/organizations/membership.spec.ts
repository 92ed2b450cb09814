import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { User } from '../../../src/features/account/user.entity.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aStaffMember, anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('is_member', () => {
  /** As the list, the organization itself and the sidebar tell it. */
  async function seenBy(caller: (school: TestSchool, chess: TestOrganization) => Promise<TestMember>) {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    const { token } = await caller(school, chess);
    const inList = (await t.api.get(`/schools/${school.id}/organizations`, { token })).body.organizations[0];
    const itself = (await t.api.get(`/organizations/${chess.id}`, { token })).body;
    const { counts } = (await t.api.get(`/schools/${school.id}/features`, { token })).body;
    expect(itself.is_member).toBe(inList.is_member);
    expect(counts.organizations).toBe(inList.is_member ? 1 : 0);
    return itself.is_member as boolean;
  }

  it.each<[string, (school: TestSchool, chess: TestOrganization) => Promise<TestMember>]>([
    [
      'a parent on the roster',
      async (school, chess) => {
        const parent = await school.parent();
        await chess.addParent(parent);
        return parent;
      },
    ],
    [
      'a guardian of a student on the roster',
      async (school, chess) => {
        const ada = await school.student();
        await chess.enroll(ada);
        return school.parentOf(ada);
      },
    ],
    [
      'a parent who leads it',
      async (school, chess) => {
        const parent = await school.parent();
        await chess.leader({ membershipId: parent.membershipId });
        return parent;
      },
    ],
    [
      'a member of the staff who leads it, by their email',
      async (school, chess) => {
        const admin = await school.admin();
        const coach = await aStaffMember(t, school, { email: admin.email.toUpperCase() });
        await chess.leader({ staffMemberId: coach.id });
        return admin;
      },
    ],
    [
      'its editor',
      async (school, chess) => {
        const parent = await chess.anEditor();
        return parent;
      },
    ],
  ])('says true for %s', async (_who, caller) => {
    expect(await seenBy(caller)).toBe(true);
  });

  it.each<[string, (school: TestSchool, chess: TestOrganization) => Promise<TestMember>]>([
    ['an admin who has nothing to do with it', (school) => school.admin()],
    [
      'a guardian of an archived student',
      async (school, chess) => {
        const ada = await school.student({ archivedAt: new Date() });
        await chess.enroll(ada);
        return school.parentOf(ada);
      },
    ],
    [
      'a guardian of a student who is on the roster of another one',
      async (school, chess) => {
        const [ada, ben] = [await school.student(), await school.student()];
        await chess.enroll(ben);
        await (await anOrganization(t, school, { archivedAt: new Date() })).enroll(ada);
        await school.parentOf(ben);
        return school.parentOf(ada);
      },
    ],
    [
      'a parent who is on the roster of another one, or leads it',
      async (school, chess) => {
        const [parent, other] = [await school.parent(), await school.parent()];
        await chess.addParent(other);
        await chess.leader({ membershipId: other.membershipId });
        const past = await anOrganization(t, school, { archivedAt: new Date() });
        await past.addParent(parent);
        await past.leader({ membershipId: parent.membershipId });
        return parent;
      },
    ],
    [
      'somebody who led it and is not on the staff any more',
      async (school, chess) => {
        const parent = await school.parent();
        const coach = await aStaffMember(t, school, { email: parent.email, archivedAt: new Date() });
        await chess.leader({ staffMemberId: coach.id });
        return parent;
      },
    ],
    [
      'a member of the staff where another one leads it',
      async (school, chess) => {
        const [parent, other] = [await school.parent(), await school.parent()];
        await aStaffMember(t, school, { email: parent.email });
        const coach = await aStaffMember(t, school, { email: other.email });
        await chess.leader({ staffMemberId: coach.id });
        return parent;
      },
    ],
    [
      'somebody who only says that they have the email of who leads it',
      async (school, chess) => {
        const parent = await school.parent();
        await t.dataSource.manager.update(User, { id: parent.userId }, { emailVerifiedAt: null });
        const coach = await aStaffMember(t, school, { email: parent.email });
        await chess.leader({ staffMemberId: coach.id });
        return parent;
      },
    ],
    [
      'the editor of another one',
      async (school, chess) => {
        const [parent, other] = [await school.parent(), await school.parent()];
        await chess.grant(other);
        await (await anOrganization(t, school, { archivedAt: new Date() })).grant(parent);
        return parent;
      },
    ],
    [
      'one whose grant was revoked',
      async (school, chess) => {
        const parent = await school.parent();
        await chess.grant(parent, { revokedAt: new Date() });
        return parent;
      },
    ],
  ])('says false for %s', async (_who, caller) => {
    expect(await seenBy(caller)).toBe(false);
  });

  it('says true for an editor from the instant at which the grant starts until that at which it ends', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    const { token, ...parent } = await school.parent();
    const [startsAt, expiresAt] = [new Date('2026-09-01T12:00:00Z'), new Date('2026-09-02T12:00:00Z')];
    await chess.grant({ token, ...parent }, { startsAt, expiresAt });
    const seen: boolean[] = [];
    for (const moment of [
      startsAt.getTime() - 1,
      startsAt.getTime(),
      expiresAt.getTime() - 1,
      expiresAt.getTime(),
    ]) {
      t.clock.stopAt(new Date(moment).toISOString());
      seen.push((await t.api.get(`/organizations/${chess.id}`, { token })).body.is_member as boolean);
    }
    expect(seen).toEqual([false, true, true, false]);
  });

  it("counts in the sidebar those that are the caller's own, and none that is archived", async () => {
    const school = await aSchool(t);
    const helper = await school.parent();
    const admin = await school.admin();
    for (const archivedAt of [null, null, new Date()]) {
      const organization = await anOrganization(t, school, { archivedAt });
      await organization.addParent(helper);
      await organization.addParent(admin);
    }
    await anOrganization(t, school);
    for (const { token } of [helper, admin]) {
      const { body } = await t.api.get(`/schools/${school.id}/features`, { token });
      expect(body.counts.organizations).toBe(2);
      const { organizations } = (await t.api.get(`/schools/${school.id}/organizations`, { token })).body;
      const own = organizations.filter(({ is_member }: Record<string, unknown>) => is_member);
      expect(own).toHaveLength(2);
    }
  });
});
