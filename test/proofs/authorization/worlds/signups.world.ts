import { randomUUID } from 'node:crypto';
import { SignupClaim } from '../../../../src/features/signups/claims/signup-claim.entity.js';
import type { TestMember, TestSchool } from '../../../support/school.factory.js';
import { aSignup, type TestSignup } from '../../../support/signup.factory.js';
import type { TestOrganization } from '../../../support/organization.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import type { World } from '../world.js';

const TOMORROW = 86_400_000;

interface There {
  school: TestSchool;
  author: TestMember;
}
/** With somebody whom it addresses what is for admins. */
interface Here extends There {
  admin: TestMember;
}

/** Of one item each, of which the author of their school has a place. */
export async function signupsOf(
  t: TestApp,
  here: Here,
  there: There,
  { id: organizationId }: TestOrganization,
): Promise<World['ids']> {
  const items = { Cake: {} };
  const opensAt = new Date(t.clock.now().getTime() + TOMORROW);
  const toAdmins = { audienceType: 'admins' as const };
  const signups: Record<string, [TestSignup<'Cake'>, TestMember]> = {
    "everyone's sign-up": [await aSignup(t, here.school, items), here.author],
    "the organization's hidden sign-up": [
      await aSignup(t, here.school, items, { organizationId, ...toAdmins }),
      here.author,
    ],
    "the organization's early sign-up": [
      await aSignup(t, here.school, items, { organizationId, opensAt }),
      here.author,
    ],
    "the admins' sign-up": [await aSignup(t, here.school, items, toAdmins), here.author],
    "another school's sign-up": [await aSignup(t, there.school, items), there.author],
  };
  const ids = {
    signupId: { 'invented sign-up': randomUUID(), 'malformed sign-up': 'cake' },
    claimId: { 'invented sign-up': randomUUID(), 'malformed sign-up': 'mine' },
    signupItemId: {},
    signupMemberId: {},
  } as World['ids'];
  for (const [target, [signup, author]] of Object.entries(signups)) {
    ids.signupId![target] = signup.id;
    ids.signupItemId![target] = signup.items.Cake;
    ids.signupMemberId![target] = (
      signup.entity.audienceType === 'admins' ? here.admin : author
    ).membershipId;
    ids.claimId![target] = await aClaim(t, signup, author);
  }
  return ids;
}

/** Whether or not its author could make it now. */
async function aClaim(t: TestApp, signup: TestSignup<'Cake'>, author: TestMember): Promise<string> {
  const { manager } = t.dataSource;
  const now = t.clock.now();
  const claim = manager.create(SignupClaim, {
    schoolId: signup.entity.schoolId,
    signupId: signup.id,
    itemId: signup.items.Cake,
    membershipId: author.membershipId,
    studentId: null,
    quantity: 1,
    status: 'confirmed',
    comment: null,
    queuedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return (await manager.save(claim)).id;
}
