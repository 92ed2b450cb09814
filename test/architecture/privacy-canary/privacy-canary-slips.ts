import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';

/** Which the guardian has answered for the child. */
export async function anAnsweredSlip(t: TestApp, school: TestSchool, guardian: TestMember, { id }: Student) {
  const slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
  const { body } = await slip.answer(guardian, { student_id: id, decision: 'granted' });
  return { slipId: slip.id, responseId: body.id as string };
}
