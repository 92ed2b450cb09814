import { randomUUID } from 'node:crypto';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import type { PermissionSlip } from '../../../../src/features/permission-slips/permission-slip.entity.js';
import { anAttachment } from '../../../support/attachment.factory.js';
import type { TestOrganization } from '../../../support/organization.factory.js';
import { aPermissionSlip, SlipClient } from '../../../support/permission-slip.factory.js';
import type { TestMember, TestSchool } from '../../../support/school.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import type { World } from '../world.js';

const TOMORROW = 86_400_000;

interface Family {
  parent: TestMember;
  child: Student;
}

/** Slips of every kind, one that two families have answered, and one that a family of the other school has. */
export async function slipsOf(
  t: TestApp,
  [school, otherSchool]: [TestSchool, TestSchool],
  { id: organizationId }: TestOrganization,
  families: { own: Family; other: Family; foreign: Family },
): Promise<World['ids']> {
  const answered = new SlipClient(t, (await aPermissionSlip(t, school)).id);
  const elsewhere = new SlipClient(t, (await aPermissionSlip(t, otherSchool)).id);
  const response = async (slip: SlipClient, { parent, child }: Family): Promise<string> =>
    (await slip.answer(parent, { student_id: child.id, decision: 'granted' })).body.id as string;
  const opensAt = new Date(t.clock.now().getTime() + TOMORROW);
  const toAdmins = { audienceType: 'admins' as const };
  const child = await aChildOfAnAdmin(t, school);
  const slips: Record<string, [PermissionSlip, Student]> = {
    "everyone's slip": [await aPermissionSlip(t, school), families.own.child],
    "the organization's hidden slip": [
      await aPermissionSlip(t, school, { organizationId, ...toAdmins }),
      child,
    ],
    "the organization's early slip": [await aPermissionSlip(t, school, { organizationId, opensAt }), child],
    "the admins' slip": [await aPermissionSlip(t, school, toAdmins), child],
    "another school's slip": [await aPermissionSlip(t, otherSchool), families.foreign.child],
  };
  const ids = {
    slipId: {
      'the answered slip': answered.id,
      "another family's response": answered.id,
      "another school's response": elsewhere.id,
      'invented slip': randomUUID(),
      'malformed slip': 'museum',
    },
    responseId: {
      'the answered slip': await response(answered, families.own),
      "another family's response": await response(answered, families.other),
      "another school's response": await response(elsewhere, families.foreign),
      'invented slip': randomUUID(),
      'malformed slip': 'mine',
    },
    slipStudentId: { 'invented slip': child.id, 'malformed slip': child.id },
    attachmentId: { 'invented slip': randomUUID(), 'malformed slip': 'map' },
  } as World['ids'];
  for (const [target, [slip, student]] of Object.entries(slips)) {
    ids.slipId![target] = slip.id;
    ids.slipStudentId![target] = student.id;
    const file = { entityType: 'permission_slip', permissionSlipId: slip.id } as const;
    ids.attachmentId![target] = (await anAttachment(t, { id: slip.schoolId } as TestSchool, null, file)).id;
  }
  return ids;
}

/** Whom a slip for admins asks about. */
async function aChildOfAnAdmin(t: TestApp, school: TestSchool): Promise<Student> {
  const child = await school.student();
  const { membershipId } = await school.parentOf(child);
  await t.dataSource.query(`update memberships set role = 'junior_admin' where id = $1`, [membershipId]);
  return child;
}
