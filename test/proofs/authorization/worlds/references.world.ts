import type { PermissionSlip } from '../../../../src/features/permission-slips/permission-slip.entity.js';
import { type Signup } from '../../../../src/features/signups/signup.entity.js';
import { SignupClaim } from '../../../../src/features/signups/claims/signup-claim.entity.js';
import { anAttachment } from '../../../support/attachment.factory.js';
import { aStaffMember } from '../../../support/organization.factory.js';
import { aSlipQuestion } from '../../../support/permission-slip.factory.js';
import type { TestMember, TestSchool } from '../../../support/school.factory.js';
import { TestSignup } from '../../../support/signup.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import { aWorld, type World } from '../world.js';

/** The world of the matrix, and what only bodies name. */
export async function aWorldOfReferences(t: TestApp): Promise<World> {
  const world = await aWorld(t);
  const [school, otherSchool] = world.schools as [TestSchool, TestSchool];
  const { ids } = world;
  const schools = { 'this school': school, 'another school': otherSchool };
  for (const [target, at] of Object.entries(schools)) {
    ids.staffId = { ...ids.staffId, [target]: (await aStaffMember(t, at)).id };
  }
  ids.occurrenceId = Object.fromEntries(
    Object.entries(ids.seriesId!).map(([target, id]) => [target, `${id}_20260907T193000Z`]),
  );
  for (const [target, studentId] of Object.entries(ids.studentId!)) {
    const [record] = await t.dataSource.query<{ id: string }[]>(
      `select id from guardians where student_id::text = $1 and membership_id is not null
       order by membership_id::text = $2 desc, id limit 1`,
      [studentId, ids.parentId?.[target]],
    );
    if (record) ids.recordId = { ...ids.recordId, [target]: record.id };
  }
  await addQuestions(t, world);
  await addUploads(t, world);
  await addClaim(t, world);
  return world;
}

async function addQuestions(t: TestApp, { ids, schools }: World): Promise<void> {
  const schoolOf = (target: string): string => schools[target.startsWith('another school') ? 1 : 0]!.id;
  const set = (parameter: string, target: string, id: string): void => {
    ids[parameter] = { ...ids[parameter], [target]: id };
  };
  for (const target of [
    "everyone's slip",
    'the answered slip',
    "the admins' slip",
    "another school's slip",
  ]) {
    const slip = { id: ids.slipId![target]!, schoolId: schoolOf(target) } as PermissionSlip;
    set('slipQuestionId', target, (await aSlipQuestion(t, slip)).id);
    const choice = await aSlipQuestion(t, slip, { type: 'single_choice', choices: ['Red'] });
    set('slipChoiceQuestionId', target, choice.id);
    set('slipChoiceId', target, choice.choiceIds[0]!);
  }
  for (const target of ["everyone's sign-up", "the admins' sign-up", "another school's sign-up"]) {
    const row = { id: ids.signupId![target]!, schoolId: schoolOf(target) } as Signup;
    const signup = new TestSignup(t, row, {});
    set('signupQuestionId', target, (await signup.ask('short_text')).id);
    const choice = await signup.ask('single_choice', {}, ['Red']);
    set('signupChoiceQuestionId', target, choice.id);
    set('signupChoiceId', target, choice.choices[0]!);
  }
}

/** Of other parents: who asks has uploaded none of them. */
async function addUploads(t: TestApp, { ids, schools }: World): Promise<void> {
  const uploaders = { "another parent's": schools[0]!, "another school's": schools[1]! };
  for (const entityType of ['document', 'notice', 'permission_slip'] as const)
    for (const [target, school] of Object.entries(uploaders)) {
      const uploader = { membershipId: ids.membershipId![target]! } as TestMember;
      const { key } = await anAttachment(t, school, uploader, { entityType });
      ids[`${entityType}Key`] = { ...ids[`${entityType}Key`], [target]: key };
    }
}

/** Of another parent, to the place that this parent has one of, too. */
async function addClaim(t: TestApp, { ids }: World): Promise<void> {
  const { manager } = t.dataSource;
  const own = await manager.findOneByOrFail(SignupClaim, { id: ids.claimId!["everyone's sign-up"]! });
  const { id: _, ...claim } = own;
  const membershipId = ids.membershipId!["another parent's"]!;
  const { id } = await manager.save(manager.create(SignupClaim, { ...claim, membershipId }));
  ids.claimId!["another parent's claim"] = id;
}
