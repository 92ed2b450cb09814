import { randomUUID } from 'node:crypto';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import { aList } from '../../../support/list.factory.js';
import type { TestMember, TestSchool } from '../../../support/school.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import type { World } from '../world.js';

/** A list each, with a student and with the owner as an entry. */
export async function listsOf(
  t: TestApp,
  owners: Record<string, { school: TestSchool; owner: TestMember; student: Student }>,
): Promise<World['ids']> {
  const unknown = { invented: randomUUID(), malformed: 'springfield' };
  const ids: World['ids'] = { listId: unknown, guardianId: unknown };
  for (const [target, { school, owner, student }] of Object.entries(owners)) {
    const list = await aList(t, school, owner, [student]);
    const { body: entry } = await list.addGuardian(owner);
    ids.listId = { ...ids.listId, [target]: list.id };
    ids.guardianId = { ...ids.guardianId, [target]: entry.id as string };
  }
  return ids;
}
