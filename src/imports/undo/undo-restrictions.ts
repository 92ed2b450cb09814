import type { EntityManager } from 'typeorm';
import type { RecordOfStudent } from '../../features/directory/guardians/guardian-restrictions.service.js';

const RESTRICTIONS = `
  select g.id, g.student_id as "studentId", g.restricted_at is not null as restricted
  from undo_rows u join guardians g on g.school_id = $1 and g.id = u.ids[1]::uuid
  where u.table_name = 'guardians' and u.op = 'change' and u.conflict is null
    and (g.restricted_at is null) <> (u.after ->> 'restricted_at' is null)
  order by g.id`;

/** Guardians who are kept apart from their student again, or no longer, since rows are as they were before the run. */
export async function findChangedRestrictions(
  manager: EntityManager,
  schoolId: string,
): Promise<Record<'restricted' | 'lifted', RecordOfStudent[]>> {
  const changed = await manager.query<(RecordOfStudent & { restricted: boolean })[]>(RESTRICTIONS, [
    schoolId,
  ]);
  const { restricted = [], lifted = [] } = Object.groupBy(changed, (one) =>
    one.restricted ? 'restricted' : 'lifted',
  );
  return { restricted, lifted };
}
