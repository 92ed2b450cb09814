import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import { StudentPhoto } from '../../../../src/features/photos/student-photo.entity.js';
import { ParentPhoto } from '../../../../src/features/photos/parent-photo.entity.js';
import type { TestMember } from '../../../support/school.factory.js';
import type { TestApp } from '../../../support/test-app.js';

/** The rows, one parent to each student: nobody follows the addresses here. */
export async function putPhotos(t: TestApp, students: Student[], parents: TestMember[]): Promise<void> {
  const photo = {
    contentType: 'image/jpeg',
    width: 4,
    height: 3,
    sizeBytes: 99,
    updatedAt: new Date(),
  } as const;
  const { manager } = t.dataSource;
  for (const { id, schoolId } of students)
    await manager.insert(StudentPhoto, { studentId: id, schoolId, ...photo });
  for (const [index, { membershipId }] of parents.entries())
    await manager.insert(ParentPhoto, { membershipId, schoolId: students[index]!.schoolId, ...photo });
}
