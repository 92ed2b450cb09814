/* FamilyRecordsRepository */

-- findAccounts
with
pair as materialized (
  select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
  from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
  join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id),
tie as materialized (
  select pair.student_id, old.id as old_id, old.school_id as old_school_id, member.user_id, here.id as guardian_id,
    member.id as old_membership_id
  from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
  join memberships member on member.school_id = old.school_id and member.id = coalesce(old.membership_id, old.shared_membership_id)
    and (member.deactivated_at is null or member.ended_without_students)
  join users account on account.id = member.user_id
  left join guardians here on here.school_id = $1 and here.student_id = pair.student_id
    and here.source = old.source and here.source_id = old.source_id
  where not exists (select from member_departures d where d.school_id = $1 and d.user_id = member.user_id)
    and (old.source <> $2 and not exists (select from guardian_departures gone where gone.school_id = $1
        and gone.student_id = pair.student_id and gone.source = old.source and gone.source_id = old.source_id)
      or here.id is not null and not here.disowned
        and (here.email is null or here.email is not distinct from old.email or exists (
          select from user_addresses held where held.user_id = account.id and held.email = here.email))))
     select distinct on (tie.user_id) tie.user_id as "userId", member.first_name as "firstName",
       member.last_name as "lastName", member.phone
     from tie join memberships member on member.school_id = tie.old_school_id and member.id = tie.old_membership_id
     where not exists (select from memberships mine where mine.school_id = $1 and mine.user_id = tie.user_id)
     order by tie.user_id, member.joined_at;

-- findArrivals
with elsewhere as materialized (select id, name from schools where source = $2 and id <> $1), absent as (
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
order by absent.source_id;

-- transferRecords
with
pair as materialized (
  select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
  from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
  join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id)
select s.source_id as student, here.source_id as "sourceId", here.email, old.email as before,
  case when not exists (select from user_addresses held where held.user_id = account.id and held.email = here.email)
    then member.id end as "membershipId"
from pair join students s on s.school_id = $1 and s.id = pair.student_id
join guardians here on here.school_id = $1 and here.student_id = pair.student_id and here.source = $2
join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
  and old.source = here.source and old.source_id = here.source_id
left join memberships member on member.school_id = old.school_id and member.id = coalesce(old.membership_id, old.shared_membership_id)
left join users account on account.id = member.user_id
where here.email is not null and here.email is distinct from old.email
order by 1, 2;

with
pair as materialized (
  select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
  from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
  join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id)
update guardians here set restricted_at = old.restricted_at, restricted_until = old.restricted_until,
  restriction_reason = old.restriction_reason
from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
  and old.restricted_at is not null
where here.school_id = $1 and here.student_id = pair.student_id and here.restricted_at is null
  and (here.source_id = old.source_id or here.source_id = 'from ' || old.id
    or lower((here.first_name || ' ' || here.last_name) collate "und-x-icu") = lower((old.first_name || ' ' || old.last_name) collate "und-x-icu")
    or here.source_id is null and (coalesce(here.membership_id, here.shared_membership_id) in (
select mine.id from memberships mine join memberships theirs on theirs.user_id = mine.user_id
where mine.school_id = $1 and theirs.school_id = old.school_id and theirs.id = coalesce(old.membership_id, old.shared_membership_id))));

with
pair as materialized (
  select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
  from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
  join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id) select distinct g.email from pair join guardians g on g.school_id = $1 and g.student_id = pair.student_id
     where g.membership_id is not null and g.email is not null;

with
pair as materialized (
  select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
  from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
  join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id),
tie as materialized (
  select pair.student_id, old.id as old_id, old.school_id as old_school_id, member.user_id, here.id as guardian_id,
    member.id as old_membership_id
  from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
  join memberships member on member.school_id = old.school_id and member.id = coalesce(old.membership_id, old.shared_membership_id)
    and (member.deactivated_at is null or member.ended_without_students)
  join users account on account.id = member.user_id
  left join guardians here on here.school_id = $1 and here.student_id = pair.student_id
    and here.source = old.source and here.source_id = old.source_id
  where not exists (select from member_departures d where d.school_id = $1 and d.user_id = member.user_id)
    and (old.source <> $2 and not exists (select from guardian_departures gone where gone.school_id = $1
        and gone.student_id = pair.student_id and gone.source = old.source and gone.source_id = old.source_id)
      or here.id is not null and not here.disowned
        and (here.email is null or here.email is not distinct from old.email or exists (
          select from user_addresses held where held.user_id = account.id and held.email = here.email))))
insert into guardians (school_id, student_id, source, source_id, first_name, last_name, email, phone, relation, is_primary, profile_visibility, created_at)
select $1, pair.student_id, old.source, coalesce(old.source_id, 'from ' || old.id),
  old.first_name, old.last_name, old.email, old.phone, old.relation, old.is_primary, old.profile_visibility, $4
from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
where (old.restricted_at is not null or old.source <> $2
    and (old.source_id is not null or exists (select from tie where tie.old_id = old.id and tie.old_school_id = old.school_id))
    and not exists (select from guardian_departures gone where gone.school_id = $1 and gone.student_id = pair.student_id
      and gone.source = old.source and gone.source_id = old.source_id))
  and not exists (select from guardians here where here.school_id = $1 and here.student_id = pair.student_id
    and (here.source = old.source and here.source_id = old.source_id
      or here.email = old.email and lower((here.first_name || ' ' || here.last_name) collate "und-x-icu") = lower((old.first_name || ' ' || old.last_name) collate "und-x-icu")
      or (here.membership_id in (
select mine.id from memberships mine join memberships theirs on theirs.user_id = mine.user_id
where mine.school_id = $1 and theirs.school_id = old.school_id and theirs.id = coalesce(old.membership_id, old.shared_membership_id))) and (old.restricted_at is null or here.source_id is null)))
on conflict do nothing;

with
pair as materialized (
  select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
  from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
  join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id),
tie as materialized (
  select pair.student_id, old.id as old_id, old.school_id as old_school_id, member.user_id, here.id as guardian_id,
    member.id as old_membership_id
  from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
  join memberships member on member.school_id = old.school_id and member.id = coalesce(old.membership_id, old.shared_membership_id)
    and (member.deactivated_at is null or member.ended_without_students)
  join users account on account.id = member.user_id
  left join guardians here on here.school_id = $1 and here.student_id = pair.student_id
    and here.source = old.source and here.source_id = old.source_id
  where not exists (select from member_departures d where d.school_id = $1 and d.user_id = member.user_id)
    and (old.source <> $2 and not exists (select from guardian_departures gone where gone.school_id = $1
        and gone.student_id = pair.student_id and gone.source = old.source and gone.source_id = old.source_id)
      or here.id is not null and not here.disowned
        and (here.email is null or here.email is not distinct from old.email or exists (
          select from user_addresses held where held.user_id = account.id and held.email = here.email))))
update guardians g set shared_membership_id = mine.id
from tie join memberships mine on mine.school_id = $1 and mine.user_id = tie.user_id
where g.school_id = $1 and g.id = tie.guardian_id and g.membership_id is null and g.shared_membership_id is null
  and exists (select from guardians linked where linked.school_id = $1 and linked.student_id = g.student_id
    and linked.membership_id = mine.id);

with
pair as materialized (
  select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
  from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
  join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id),
tie as materialized (
  select pair.student_id, old.id as old_id, old.school_id as old_school_id, member.user_id, here.id as guardian_id,
    member.id as old_membership_id
  from pair join guardians old on old.school_id = pair.old_school_id and old.student_id = pair.old_student_id
  join memberships member on member.school_id = old.school_id and member.id = coalesce(old.membership_id, old.shared_membership_id)
    and (member.deactivated_at is null or member.ended_without_students)
  join users account on account.id = member.user_id
  left join guardians here on here.school_id = $1 and here.student_id = pair.student_id
    and here.source = old.source and here.source_id = old.source_id
  where not exists (select from member_departures d where d.school_id = $1 and d.user_id = member.user_id)
    and (old.source <> $2 and not exists (select from guardian_departures gone where gone.school_id = $1
        and gone.student_id = pair.student_id and gone.source = old.source and gone.source_id = old.source_id)
      or here.id is not null and not here.disowned
        and (here.email is null or here.email is not distinct from old.email or exists (
          select from user_addresses held where held.user_id = account.id and held.email = here.email)))), chosen as (
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
from chosen where g.school_id = $1 and g.id = chosen.id;

with
pair as materialized (
  select here.id as student_id, came.school_id as old_school_id, came.student_id as old_student_id
  from jsonb_to_recordset($3::jsonb) as came(source_id text, school_id uuid, student_id uuid)
  join students here on here.school_id = $1 and here.source = $2 and here.source_id = came.source_id), contacts as (
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
select $1::uuid, id, null::uuid, false, $4::timestamptz from contacts union all select $1::uuid, null, id, false, $4 from places;

with linked as (
update guardians g set membership_id = pick.membership_id, shared_membership_id = null,
  profile_visibility = case when pick.visibility = 'name_only' then 'name_only' else g.profile_visibility end,
  hidden_by_default = (g.hidden_by_default or g.profile_visibility = 'full') and (pick.by_default or pick.visibility = 'full')
from (
  select distinct on (g.student_id, m.id) g.id, m.id as membership_id, m.profile_visibility as visibility,
    m.hidden_by_default as by_default, g.profile_visibility as was_visible
  from guardians g
  join user_addresses held on held.email = g.email and held.verified_at is not null
  join users u on u.id = held.user_id
  join memberships m on m.user_id = u.id and m.school_id = g.school_id
  where g.school_id = $1 and g.membership_id is null and not g.disowned and g.email = any ($2::text[])
    and not exists (select from guardians x
      where x.school_id = g.school_id and x.student_id = g.student_id and x.membership_id = m.id)
  order by g.student_id, m.id,
  (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") =
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu")) is true desc, g.is_primary desc, g.id
) pick
where g.school_id = $1 and g.id = pick.id
returning g.id, g.school_id, g.profile_visibility, pick.was_visible
)
insert into visibility_changes (school_id, guardian_id, visible, changed_at)
select school_id, id, profile_visibility = 'full', $3 from linked where profile_visibility <> was_visible;
