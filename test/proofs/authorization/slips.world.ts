import { randomUUID } from 'node:crypto';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import type { World } from './world.js';

interface Family {
  parent: TestMember;
  child: Student;
}

/** Slips of every kind, one that two families have answered, and one that a family of the other school has. */
export async function slipsOf(
  t: TestApp,
  [school, otherSchool]: [TestSchool, TestSchool],
  families: { own: Family; other: Family; foreign: Family },
): Promise<World['ids']> {
  const answered = new SlipClient(t, (await aPermissionSlip(t, school)).id);
  const elsewhere = new SlipClient(t, (await aPermissionSlip(t, otherSchool)).id);
  const response = async (slip: SlipClient, { parent, child }: Family): Promise<string> =>
    (await slip.answer(parent, { student_id: child.id, decision: 'granted' })).body.id as string;
  return {
    slipId: {
      "everyone's slip": (await aPermissionSlip(t, school)).id,
      "the admins' slip": (await aPermissionSlip(t, school, { audienceType: 'admins' })).id,
      "another school's slip": (await aPermissionSlip(t, otherSchool)).id,
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
  };
}
