import { importedColumns } from '../../../platform/database/row-columns.js';
import { accountOf } from '../../../policy/privacy-mask.js';
import { isSamePerson, nameOf } from '../../../policy/same-person.js';
import { GUARDIAN_COLUMNS } from '../guardians/guardian.columns.js';

/** $1: the school, $2: the source. Its other schools. */
const ELSEWHERE = `elsewhere as materialized (select id, name from schools where source = $2 and id <> $1)`;

export const ARRIVALS = `
  with ${ELSEWHERE}, absent as (
    select wanted.source_id from unnest($3::text[]) wanted(source_id)
    where not exists (select from students here where here.school_id = $1 and here.source = $2
      and here.source_id = wanted.source_id and here.archived_at is null))
  select absent.source_id as "sourceId", old.school_id as "fromSchoolId", old.id as "fromId", old.name as "fromName",
    old.archived_at is null as "isThere"
  from absent join lateral (
    select s.id, s.school_id, s.archived_at, elsewhere.name from elsewhere
    join students s on s.school_id = elsewhere.id and s.source = $2 and s.source_id = absent.source_id
    order by s.archived_at desc nulls first, s.id limit 1) old on true
  where not exists (select from students here where here.school_id = $1 and here.source = $2
    and here.source_id = absent.source_id and here.archived_at >= old.archived_at)
  order by absent.source_id`;

/** $1: the school, $2: the source, $3: arrivals as JSON. Old and new record of each student. */
export const PAIRS = `
  pair as materialized (
    select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
    from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
    join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id)`;

/**
 * Links of the old records: to an account that is a member there, or ended for want of students alone, and has not left
 * here. The link of a record that the source brings with the student depends on the address.
 */
export const TIES = `
  tie as materialized (
    select pair.student_id, old.id as old_id, old.school_id as old_school_id, member.user_id, here.id as guardian_id,
      member.id as old_membership_id
    from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
    join memberships member on member.school_id = old.school_id and member.id = ${accountOf('old')}
      and (member.deactivated_at is null or member.ended_without_students)
    join users account on account.id = member.user_id
    left join guardians here on here.school_id = $1 and here.student_id = pair.student_id
      and here.source = old.source and here.source_id = old.source_id
    where not exists (select from member_departures d where d.school_id = $1 and d.user_id = member.user_id)
      and (old.source <> $2 and not exists (select from guardian_departures gone where gone.school_id = $1
          and gone.student_id = pair.student_id and gone.source = old.source and gone.source_id = old.source_id)
        or here.id is not null and not here.disowned
          and (here.email is null or here.email is not distinct from old.email or exists (
            select from user_addresses held where held.user_id = account.id and held.email = here.email))))`;

/** SQL: whether the membership of the school $1 is of the account of the record `old` of the school before. */
const isOfAccountBefore = (membership: string): string => `(${membership} in (
  select mine.id from memberships mine join memberships theirs on theirs.user_id = mine.user_id
  where mine.school_id = $1 and theirs.school_id = old.school_id and theirs.id = ${accountOf('old')}))`;

/**
 * By hand, or by a content file: the source does not bring them along. Whoever is kept apart from the student comes in any case, unless
 * the school has a link of theirs that was made by hand: that one is restricted.
 */
export const COPY = `
  with ${PAIRS}, ${TIES}
  insert into guardians (school_id, student_id, source, source_id, ${importedColumns(GUARDIAN_COLUMNS)}, created_at)
  select $1, pair.student_id, old.source, coalesce(old.source_id, 'from ' || old.id),
    ${importedColumns(GUARDIAN_COLUMNS)
      .split(', ')
      .map((column) => `old.${column}`)
      .join(', ')}, $4
  from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
  where (old.restricted_at is not null or old.source <> $2
      and (old.source_id is not null or exists (select from tie where tie.old_id = old.id and tie.old_school_id = old.school_id))
      and not exists (select from guardian_departures gone where gone.school_id = $1 and gone.student_id = pair.student_id
        and gone.source = old.source and gone.source_id = old.source_id))
    and not exists (select from guardians here where here.school_id = $1 and here.student_id = pair.student_id
      and (here.source = old.source and here.source_id = old.source_id
        or here.email = old.email and ${nameOf('here')} = ${nameOf('old')}
        or ${isOfAccountBefore('here.membership_id')} and (old.restricted_at is null or here.source_id is null)))
  on conflict do nothing`;

export const LINK = `
  with ${PAIRS}, ${TIES}, chosen as (
    select distinct on (tie.student_id, mine.id) here.id, mine.id as membership_id
    from tie join memberships mine on mine.school_id = $1 and mine.user_id = tie.user_id
    join guardians old on old.school_id = tie.old_school_id and old.id = tie.old_id
    join guardians here on here.school_id = $1 and here.student_id = tie.student_id and here.membership_id is null
      and (here.id = tie.guardian_id or here.source = old.source and here.source_id = 'from ' || old.id)
    where not exists (select from guardians linked where linked.school_id = $1 and linked.student_id = tie.student_id
      and linked.membership_id = mine.id)
    order by tie.student_id, mine.id, old.membership_id is null, here.id)
  update guardians g set membership_id = chosen.membership_id, shared_membership_id = null,
    source_id = case when g.source = 'registration' then null else g.source_id end
  from chosen where g.school_id = $1 and g.id = chosen.id`;

/** Restrictions come along with the student, and with all records of the person that the new school has of them. */
export const RESTRICT_ARRIVALS = `
  with ${PAIRS}
  update guardians here set restricted_at = old.restricted_at, restricted_until = old.restricted_until,
    restriction_reason = old.restriction_reason
  from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
    and old.restricted_at is not null
  where here.school_id = $1 and here.student_id = pair.student_id and here.restricted_at is null
    and (here.source_id = old.source_id or here.source_id = 'from ' || old.id
      or ${nameOf('here')} = ${nameOf('old')}
      or here.source_id is null and ${isOfAccountBefore(accountOf('here'))})`;

/** Links other guardians that share the mailbox of a linked one. */
export const SHARE = `
  with ${PAIRS}, ${TIES}
  update guardians g set shared_membership_id = mine.id
  from tie join memberships mine on mine.school_id = $1 and mine.user_id = tie.user_id
  where g.school_id = $1 and g.id = tie.guardian_id and g.membership_id is null and g.shared_membership_id is null
    and exists (select from guardians linked where linked.school_id = $1 and linked.student_id = g.student_id
      and linked.membership_id = mine.id)`;

/** Guardians who have another address here than they had there, and the accounts that are theirs no more. */
export const READDRESSED = `
  with ${PAIRS}
  select s.source_id as student, here.source_id as "sourceId", here.email, old.email as before,
    case when not exists (select from user_addresses held where held.user_id = account.id and held.email = here.email)
      then member.id end as "membershipId"
  from pair join students s on s.school_id = $1 and s.id = pair.student_id
  join guardians here on here.school_id = $1 and here.student_id = pair.student_id and here.source = $2
  join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
    and old.source = here.source and old.source_id = here.source_id
  left join memberships member on member.school_id = old.school_id and member.id = ${accountOf('old')}
  left join users account on account.id = member.user_id
  where here.email is not null and here.email is distinct from old.email
  order by 1, 2`;

/** Hides at the new school what was hidden at the old one. $4: now. */
export const HIDE = `
  with ${PAIRS}, contacts as (
    update guardians g set profile_visibility = 'name_only' from pair
    where g.school_id = $1 and g.student_id = pair.student_id and g.profile_visibility = 'full' and (
      exists (select from guardians old where old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
        and old.source = g.source and old.source_id = g.source_id and old.profile_visibility = 'name_only')
      or exists (select from withdrawn_guardians old where old.school_id = pair.old_school_id
        and old.student_id = pair.old_student_id and old.source = g.source and old.source_id = g.source_id))
    returning g.id
  ), places as (
    update students s set address_visible = false, updated_at = $4 from pair
    join students old on old.school_id = pair.old_school_id and old.id = pair.old_student_id and not old.address_visible
    where s.school_id = $1 and s.id = pair.student_id and s.address_visible returning s.id)
  insert into visibility_changes (school_id, guardian_id, student_id, visible, changed_at)
  select $1::uuid, id, null::uuid, false, $4::timestamptz from contacts union all select $1::uuid, null, id, false, $4 from places`;

export const STALE = `
  g.source = $1 and g.source_id = changed.source_id and g.email is distinct from changed.email and g.restricted_at is null
    and exists (select from students s where s.school_id = g.school_id and s.id = g.student_id and s.archived_at is not null)`;

/** Key of a guardian who has no id in a content file: the email may change, and the person is the same. */
export const NAME_WITHIN = (first: string, last: string, student: string): string =>
  `'name:' || lower((${first} || ' ' || ${last}) collate "und-x-icu") || ' (' || ${student} || ')'`;

/** $1: the school, $2: its student, $3: an email, $4: ids of records. */
const WITH_UNLINKED = `
  with named as materialized (
    select g.* from guardians g where g.school_id = $1 and g.student_id = $2 and (g.id = any ($4::uuid[]) or g.email = $3
      or exists (select from memberships m join user_addresses held on held.user_id = m.user_id
        where m.school_id = $1 and m.id = g.membership_id and held.email = $3))
  ), going as materialized (
    select distinct g.id from named join guardians g on g.school_id = $1 and g.student_id = $2 and (g.id = named.id
      or ${isSamePerson('g', 'named')} and named.membership_id is not null
      or ${isSamePerson('named', 'g')} and g.membership_id is not null)
  )`;

export const UNLINKS_RESTRICTED = `
  ${WITH_UNLINKED}
  select from going join guardians g on g.school_id = $1 and g.id = going.id where g.restricted_at is not null limit 1`;

export const UNLINK = `
  ${WITH_UNLINKED}, removed as (
    delete from guardians g using going where g.school_id = $1 and g.id = going.id
    returning g.student_id, g.source, g.source_id, g.email, g.membership_id, g.shared_membership_id, g.first_name, g.last_name
  ), remembered as (
    insert into guardian_departures (student_id, source, source_id, school_id, user_id, for_good)
    select distinct on (r.student_id, r.source, known.id) r.student_id, r.source, known.id, $1::uuid, m.user_id, true
    from removed r join students s on s.school_id = $1 and s.id = r.student_id
    cross join lateral (values (r.source_id), (case when r.source = 'content' then
      ${NAME_WITHIN('r.first_name', 'r.last_name', 's.source_id')} end)) known(id)
    left join memberships m on m.school_id = $1 and m.id = coalesce(r.membership_id, r.shared_membership_id)
    where known.id is not null
    order by r.student_id, r.source, known.id, m.user_id
    on conflict (school_id, student_id, source, source_id) do update set user_id = excluded.user_id, for_good = true
  )
  select (select count(*) from removed)::int as n,
    array(select distinct email from removed where email is not null) as emails, array(
    select distinct coalesce(membership_id, shared_membership_id) from removed
    where coalesce(membership_id, shared_membership_id) is not null) as memberships`;
