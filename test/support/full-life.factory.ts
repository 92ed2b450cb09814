import { randomUUID } from 'node:crypto';
import { Student } from '../../src/features/directory/students/student.entity.js';
import { Guardian } from '../../src/features/directory/guardians/guardian.entity.js';
import { StudentList } from '../../src/features/lists/student-list.entity.js';
import { ListGuardian } from '../../src/features/lists/list-guardian.entity.js';
import { ListStudent } from '../../src/features/lists/list-student.entity.js';
import { ParentPhoto } from '../../src/features/photos/parent-photo.entity.js';
import { AppPassword } from '../../src/features/subscriptions/app-password.entity.js';
import type { TestMember, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

export interface FullLife {
  ada: Student;
  ben: Student;
  /** Ada's guardian as the school has the caller on file. */
  onFile: Guardian;
  /** Another parent, with a note, a star and a list of their own. */
  other: TestMember;
  /** The caller's list and the other parent's, both with both of them. */
  ownListId: string;
  othersListId: string;
}

/** Everything that hangs on a membership, and others who know the person. */
export async function aFullLife(t: TestApp, school: TestSchool, caller: TestMember): Promise<FullLife> {
  const { manager } = t.dataSource;
  const { membershipId, email } = caller;
  const other = await school.parent();
  const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
  const onFile = await school.guardian(ada, { membershipId, email, firstName: 'Leaver' });
  await school.guardian(ben, { membershipId, email, source: 'registration', sourceId: null });
  await school.guardian(ada, { firstName: 'Ian', relation: 'father' });
  for (const { token } of [caller, other]) {
    await t.api.put(`/students/${ada.id}/note`, { token, body: { body: 'A note' } });
    await t.api.post(`/students/${ada.id}/star`, { token });
  }
  const on = { ada, entries: [caller, other] };
  const ownListId = await aList(t, school, caller, on);
  const othersListId = await aList(t, school, other, on);
  const photo = {
    contentType: 'image/png' as const,
    width: 9,
    height: 9,
    sizeBytes: 99,
    updatedAt: new Date(),
  };
  await manager.insert(ParentPhoto, { ...photo, membershipId, schoolId: school.id });
  for (const { token, membershipId: owner } of [caller, other]) {
    for (const kind of ['calendar', 'menus'])
      await t.api.post(`/schools/${school.id}/${kind}/subscriptions`, { token });
    const password = { id: randomUUID(), digest: randomUUID(), name: 'Phone', createdAt: new Date() };
    await manager.insert(AppPassword, { ...password, schoolId: school.id, membershipId: owner });
  }
  return { ada, ben, onFile, other, ownListId, othersListId };
}

async function aList(
  t: TestApp,
  { id: schoolId }: TestSchool,
  { membershipId: ownerMembershipId }: TestMember,
  on: { ada: Student; entries: TestMember[] },
): Promise<string> {
  const { manager } = t.dataSource;
  const at = { createdAt: new Date(), updatedAt: new Date() };
  const { id: listId } = await manager.save(
    manager.create(StudentList, { ...at, schoolId, ownerMembershipId, name: 'Chess', description: null }),
  );
  await manager.insert(ListStudent, { schoolId, listId, studentId: on.ada.id, addedAt: new Date() });
  for (const { membershipId: guardianMembershipId } of on.entries) {
    const entry = { schoolId, listId, guardianMembershipId, linkedStudentId: on.ada.id };
    await manager.insert(ListGuardian, { ...entry, createdAt: new Date() });
  }
  return listId;
}
