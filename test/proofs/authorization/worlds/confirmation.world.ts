import { randomUUID } from 'node:crypto';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import { aRound, closeRound } from '../../../support/confirmation.factory.js';
import type { TestMember, TestSchool } from '../../../support/school.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import type { World } from '../world.js';

/** An open round in each school, a closed one in the first, and a correction of each parent's. */
export async function confirmationsOf(
  t: TestApp,
  [school, otherSchool]: [TestSchool, TestSchool],
  families: Record<string, { parent: TestMember; child: Student }>,
): Promise<World['ids']> {
  const correctionId: Record<string, string> = {};
  for (const [target, { parent, child }] of Object.entries(families)) {
    const body = { field: 'other', proposed: 'Rides the early bus.' };
    const answer = await t.api.post(`/students/${child.id}/corrections`, { token: parent.token, body });
    correctionId[target] = (answer.body as { id: string }).id;
  }
  const closed = await aRound(t, school);
  await closeRound(t, school);
  const unknown = { invented: randomUUID(), malformed: 'springfield' };
  return {
    roundId: {
      'this school': await aRound(t, school),
      closed,
      'another school': await aRound(t, otherSchool),
      ...unknown,
    },
    correctionId: { ...correctionId, ...unknown },
  };
}
