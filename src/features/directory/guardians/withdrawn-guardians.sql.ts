import { isSamePerson } from '../../../policy/same-person.js';

/*
 * Removal of what a source takes back. $1 is the chunk as JSON, $2 the school, $3 the source or null for the content file's
 * own.
 */

/**
 * With a linked record goes what other sources have of the same person for the student, or the next step would link them
 * by that; so do links made by hand to who has the email, where the source has nobody else with it.
 * What was hidden is written down, so that it comes back hidden. The record of a guardian who is kept apart from the student
 * stays with its link: without it they would be like any other parent.
 */
const withdrawing = (given: string, which: string): string => `
with withdrawn as materialized (
  select gd.school_id, gd.id, gd.student_id, gd.membership_id, gd.email, gd.first_name, gd.last_name
  from jsonb_to_recordset($1::jsonb) as c(${given}), students s, guardians gd
  where s.school_id = $2 and s.source_id = c.student_source_id and ($3::text is null or s.source = $3)
    and gd.school_id = s.school_id and gd.student_id = s.id and gd.source = coalesce($3, 'content') and ${which}
    and gd.restricted_at is null
), going as materialized (
  select id, membership_id from withdrawn
  union
  select g.id, linked.membership_id from withdrawn linked join guardians g on ${isSamePerson('g', 'linked')}
  where linked.membership_id is not null and g.source <> coalesce($3, 'content')
  union
  select by_hand.id, by_hand.membership_id from withdrawn join guardians by_hand
    on by_hand.school_id = withdrawn.school_id and by_hand.student_id = withdrawn.student_id
  where by_hand.source_id is null and by_hand.email = withdrawn.email
    and not exists (select from guardians rest where rest.school_id = by_hand.school_id
      and rest.student_id = by_hand.student_id and rest.email = by_hand.email and rest.source_id is not null
      and rest.id not in (select id from withdrawn))
), removed as (
  delete from guardians g using going where g.school_id = $2 and g.id = going.id and g.restricted_at is null
  returning g.student_id, g.email, g.source, g.source_id, g.profile_visibility, g.hidden_by_default, going.membership_id,
    coalesce(going.membership_id, g.shared_membership_id) as account_id
), remembered as (
  insert into withdrawn_guardians (student_id, source, source_id, school_id, user_id)
  select r.student_id, r.source, r.source_id, $2, m.user_id
  from removed r left join memberships m on m.school_id = $2 and m.id = r.membership_id
  where r.profile_visibility = 'name_only' and not r.hidden_by_default and r.source_id is not null
  on conflict (school_id, student_id, source, source_id) do update set user_id = excluded.user_id
)
select (select count(*) from removed)::int as n,
  array(select distinct account_id from removed where account_id is not null) as memberships,
  coalesce((select jsonb_agg(jsonb_build_object('student_id', student_id, 'email', email)) from removed
    where email is not null), '[]') as guardians`;

/** $4: adults who stay, as source ids. */
export const REMOVE_GUARDIANS_EXCEPT = withdrawing(
  'student_source_id text, keep text[]',
  'gd.source_id <> all (c.keep) and gd.source_id <> all ($4::text[])',
);

/** Count of the guardians that `REMOVE_GUARDIANS_EXCEPT` would take from students on the roster. */
export const COUNT_GUARDIANS_EXCEPT = `
select count(*)::int as n
from jsonb_to_recordset($1::jsonb) as c(student_source_id text, keep text[])
join students s on s.school_id = $2 and s.source = $3 and s.source_id = c.student_source_id and s.archived_at is null
join guardians gd on gd.school_id = s.school_id and gd.student_id = s.id and gd.source = $3 and gd.restricted_at is null
where gd.source_id <> all (c.keep) and gd.source_id <> all ($4::text[])`;

export const COUNT_GUARDIANS = `
select count(*)::int as n
from students s
join guardians gd on gd.school_id = s.school_id and gd.student_id = s.id and gd.source = $2
  and gd.source_id is not null
where s.school_id = $1 and s.source = $2 and s.archived_at is null`;

export const REMOVE_LINKS = withdrawing(
  'student_source_id text, source_id text',
  'gd.source_id = c.source_id',
);

/** $1: the school. Where the record that was linked has gone, one that shares its mailbox takes its place. */
export const PROMOTE_SHARED = `
  update guardians g set membership_id = next.membership_id, shared_membership_id = null
  from (
    select distinct on (s.student_id, s.shared_membership_id) s.id, s.shared_membership_id as membership_id
    from guardians s
    where s.school_id = $1 and s.shared_membership_id is not null and not exists (select from guardians linked
      where linked.school_id = $1 and linked.student_id = s.student_id and linked.membership_id = s.shared_membership_id)
    order by s.student_id, s.shared_membership_id, s.is_primary desc, s.id) next
  where g.school_id = $1 and g.id = next.id`;
