/** SQL in which the guardians of a student are ordered, for `guardians g`. */
export const GUARDIAN_ORDER = 'g.is_primary desc, g.last_name, g.first_name, g.id';

/** SQL in which every list of students is ordered, for `students s`. */
export const STUDENT_ORDER = 's.last_name, s.first_name, s.id';

export const STUDENT_COLUMNS = `s.id, s.first_name, s.last_name, s.first_name || ' ' || s.last_name as name, s.graduation_year`;
export const GUARDIAN_NAME = `trim(g.first_name || ' ' || g.last_name)`;
export const GUARDIAN_COLUMNS = `${GUARDIAN_NAME} as name, g.relation`;

/** The membership of `guardians g`. A deactivated one counts as none (contract section 0, rule 8). */
export const ACTIVE_MEMBERSHIP = `
  (select m.id from memberships m where m.id = g.membership_id and m.deactivated_at is null)`;

/**
 * The guardians of the students in `found`, as objects: one pass over the school's ($1) and no look-up a student.
 * Rows are a good deal cheaper than `json_build_object`.
 */
export const families = (columns: string): string => `
  left join (
    select g.student_id, json_agg(shown order by ${GUARDIAN_ORDER}) as list
    from guardians g cross join lateral (select ${columns}) shown
    where g.school_id = $1 and g.student_id in (select id from found)
    group by g.student_id
  ) family on family.student_id = s.id`;

/** SQL for RosterStudent, of the students in a CTE called `found`, in a school that is $1. */
export const ROSTER_STUDENTS = `
  select ${STUDENT_COLUMNS}, coalesce(family.list, '[]') as guardians
  from found s ${families(GUARDIAN_COLUMNS)}`;
