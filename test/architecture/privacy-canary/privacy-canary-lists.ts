import { randomUUID } from 'node:crypto';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';

export interface Family {
  guardian: TestMember;
  studentId: string;
}

/** With the family on it, unless it is one of another school. */
export async function aListOf(
  t: TestApp,
  school: TestSchool,
  owner: TestMember,
  { guardian, studentId }: Family,
) {
  const [list] = await t.dataSource.query<{ id: string }[]>(
    `insert into lists (school_id, owner_membership_id, name, created_at, updated_at)
     select school_id, id, 'Car pool', now(), now() from memberships where id = $1 returning id`,
    [owner.membershipId],
  );
  await t.dataSource.query(
    `insert into list_students (list_id, student_id, school_id, added_at)
     select id, $2, school_id, now() from lists where id = $1 and school_id = $3`,
    [list!.id, studentId, school.id],
  );
  const [entry] = await t.dataSource.query<{ id: string }[]>(
    `insert into list_guardians (school_id, list_id, guardian_membership_id, linked_student_id, created_at)
     select school_id, id, $3, $4, now() from lists where school_id = $1 and id = $2 returning id`,
    [school.id, list!.id, guardian.membershipId, studentId],
  );
  return { listId: list!.id, guardianId: entry?.id ?? randomUUID() };
}
