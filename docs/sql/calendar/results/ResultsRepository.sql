/* ResultsRepository */

-- findResults
with viewer as materialized (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as edited)
select json_build_object(
  'record', (select
json_build_object('season', coalesce($6, requested.season),
  'wins', count(*) filter (where outcome = 'win'), 'losses', count(*) filter (where outcome = 'loss'),
  'ties', count(*) filter (where outcome = 'tie'),
  'points_for', coalesce(sum(score_for::numeric), 0)::float8,
  'points_against', coalesce(sum(score_against::numeric), 0)::float8,
  'streak', coalesce(upper(left(max(outcome) filter (where latest), 1)) || count(*) filter (where latest), '')) from (
select r.outcome, r.score_for, r.score_against,
  r.outcome in ('win', 'loss', 'tie') and row_number() over (partition by r.outcome in ('win', 'loss', 'tie') order by e.start_date desc, e.all_day, e.starts_at desc, e.title desc, e.id desc)
    = row_number() over (partition by r.outcome order by e.start_date desc, e.all_day, e.starts_at desc, e.title desc, e.id desc) as latest
from events e join event_results r on r.school_id = e.school_id and r.event_id = e.id
where e.school_id = $1 and e.organization_id = $5 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and (not (e.status = 'cancelled' and e.series_id is null) or r.outcome = 'no_result') and ($6::text is null or requested.season = $6)) outcomes),
  'results', coalesce((select json_agg(
json_build_object('event_id', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, 'date', e.start_date, 'opponent', e.opponent, 'outcome', r.outcome,
  'score_for', r.score_for, 'score_against', r.score_against, 'place', r.place, 'field_size', r.field_size,
  'summary', r.summary, 'recorded_by_name', coalesce(recorder.name, 'A former member'),
  'updated_at', to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.start_date desc, e.all_day, e.starts_at desc, e.title desc, e.id desc) from
events e left join categories c on c.school_id = e.school_id and c.id = e.category_id
left join organizations o on o.school_id = e.school_id and o.id = e.organization_id left join event_results r on r.school_id = e.school_id and r.event_id = e.id
left join lateral (
  select trim(person.first_name || ' ' || person.last_name) as name from memberships m join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
  where m.school_id = r.school_id and m.id = r.recorded_by_membership_id and m.deactivated_at is null
) recorder on true
    where e.school_id = $1 and e.organization_id = $5 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and (not (e.status = 'cancelled' and e.series_id is null) or r.outcome = 'no_result') and r.event_id is not null and ($6::text is null or requested.season = $6)), '[]'))::text as text
from organizations requested where requested.school_id = $1 and requested.id = $5;

-- lockContest
with viewer as materialized (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as edited)
select e.id as "rowId", e.status, case when e.all_day then e.start_date <= (select ($4::timestamptz at time zone home.time_zone)::date from schools home
where home.id = $1) else e.starts_at <= $4 end as started from events e
where e.school_id = $1 and e.organization_id = $5 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and e.id = $6 and e.series_id is null for share of e;

-- putResult
INSERT INTO "event_results"("event_id", "school_id", "organization_id", "outcome", "score_for",
  "score_against", "place", "field_size", "summary",
  "recorded_by_membership_id", "updated_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT ( "school_id", "event_id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "event_id" = EXCLUDED."event_id",
  "organization_id" = EXCLUDED."organization_id", "outcome" = EXCLUDED."outcome",
  "score_for" = EXCLUDED."score_for", "score_against" = EXCLUDED."score_against",
  "place" = EXCLUDED."place", "field_size" = EXCLUDED."field_size", "summary" = EXCLUDED."summary",
  "recorded_by_membership_id" = EXCLUDED."recorded_by_membership_id",
  "updated_at" = EXCLUDED."updated_at";

select
json_build_object('event_id', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, 'date', e.start_date, 'opponent', e.opponent, 'outcome', r.outcome,
  'score_for', r.score_for, 'score_against', r.score_against, 'place', r.place, 'field_size', r.field_size,
  'summary', r.summary, 'recorded_by_name', coalesce(recorder.name, 'A former member'),
  'updated_at', to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as result from
events e left join categories c on c.school_id = e.school_id and c.id = e.category_id
left join organizations o on o.school_id = e.school_id and o.id = e.organization_id left join event_results r on r.school_id = e.school_id and r.event_id = e.id
left join lateral (
  select trim(person.first_name || ' ' || person.last_name) as name from memberships m join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
  where m.school_id = r.school_id and m.id = r.recorded_by_membership_id and m.deactivated_at is null
) recorder on true where e.school_id = $1 and e.id = $2;

-- removeResult
DELETE FROM "event_results" WHERE ("school_id" = $1 AND "event_id" = $2);
