import { randomUUID } from 'node:crypto';
import type { Student } from '../../src/features/directory/student.entity.js';
import { aPermissionSlip, SlipClient } from '../support/a-permission-slip.js';
import type { TestMember, TestSchool } from '../support/a-school.js';
import type { TestApp } from '../support/test-app.js';
import type { World } from './authorization-world.js';

/** Slips of every kind, and one that the parent has answered. */
export async function slipsOf(
  t: TestApp,
  [school, otherSchool]: [TestSchool, TestSchool],
  { parent, child }: { parent: TestMember; child: Student },
): Promise<World['ids']> {
  const answered = new SlipClient(t, (await aPermissionSlip(t, school)).id);
  const { body } = await answered.answer(parent, { student_id: child.id, decision: 'granted' });
  return {
    slipId: {
      "everyone's slip": (await aPermissionSlip(t, school)).id,
      "the admins' slip": (await aPermissionSlip(t, school, { audienceType: 'admins' })).id,
      "another school's slip": (await aPermissionSlip(t, otherSchool)).id,
      'the answered slip': answered.id,
      'invented slip': randomUUID(),
      'malformed slip': 'museum',
    },
    responseId: {
      'the answered slip': body.id as string,
      'invented slip': randomUUID(),
      'malformed slip': 'mine',
    },
  };
}
