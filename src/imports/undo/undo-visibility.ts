import type { EntityManager } from 'typeorm';

const STUDENTS = `
  insert into visibility_changes (school_id, student_id, visible, changed_at)
  select s.school_id, s.id, s.address_visible, $2 from undo_rows u
    join students s on s.school_id = $1 and s.id = u.ids[1]::uuid
  where u.table_name = 'students' and u.op = 'change' and u.conflict is null
    and s.address_visible <> (u.after ->> 'address_visible')::boolean`;

const GUARDIANS = `
  insert into visibility_changes (school_id, guardian_id, visible, changed_at)
  select g.school_id, g.id, g.profile_visibility = 'full', $2 from undo_rows u
    join guardians g on g.school_id = $1 and g.id = u.ids[1]::uuid
  where u.table_name = 'guardians' and u.op = 'change' and u.conflict is null
    and g.profile_visibility <> u.after ->> 'profile_visibility'`;

/** Notes contacts and addresses that are shown again, or hidden again: who read of them is told by it. */
export async function recordVisibility(manager: EntityManager, schoolId: string, now: Date): Promise<void> {
  for (const statement of [STUDENTS, GUARDIANS]) await manager.query(statement, [schoolId, now]);
}
