/**
 * $1 school, $2 source ids, $3 now. Hides the address of a student of whom a guardian has all others hidden that have one,
 * in whichever school: a family that does not want its address to be seen need not say so again for the next child.
 */
export const HIDE_WITH_SIBLINGS = `
with fresh as materialized (
  select id from students where school_id = $1 and source_id = any ($2::text[]) and address_visible
), hidden as (
  update students s set address_visible = false, updated_at = $3
  from fresh
  where s.id = fresh.id and exists (
    select from guardians g
    join memberships here on here.id = g.membership_id
    join memberships own on own.user_id = here.user_id
    join guardians kin on kin.membership_id = own.id
    join students sibling on sibling.id = kin.student_id and sibling.archived_at is null
      and sibling.address_line1 is not null and sibling.id not in (select id from fresh)
    where g.student_id = s.id
    group by here.user_id having not bool_or(sibling.address_visible))
  returning s.id, s.school_id
)
insert into visibility_changes (school_id, student_id, visible, changed_at)
select school_id, id, false, $3 from hidden`;
