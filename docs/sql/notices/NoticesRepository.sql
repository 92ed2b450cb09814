/* NoticesRepository */

-- claimAlert
update notices n set alerted_at = $3
from schools school
where n.school_id = $1 and n.id = $2 and n.alerted_at is null and n.starts_at <= $3 and n.expires_at > $3
  and school.id = n.school_id and coalesce((school.features ->> 'notices')::boolean, true);

-- findAuthored
SELECT "Notice"."id" AS "Notice_id", "Notice"."school_id" AS "Notice_school_id"
FROM "notices" "Notice"
WHERE (("Notice"."school_id" = $1) AND ("Notice"."created_by_membership_id" = $2))
ORDER BY "Notice_id" ASC;

-- findListed
select '{"notices":' || coalesce(json_agg(notice), '[]')::text || '}' as text from (
  select
n.id, n.title, n.body, to_char(n.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(n.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at, n.pinned, n.urgent,
n.reply_to_author, exists (select from notice_readings reading
  where reading.school_id = n.school_id and reading.notice_id = n.id and reading.membership_id = $2::uuid) as read,
n.acknowledge_version is not null as acknowledge_required,
(select to_char(given.acknowledged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from notice_acknowledgements given
  where given.school_id = n.school_id and given.notice_id = n.id and given.membership_id = $2
    and given.version = n.acknowledge_version) as acknowledged_at,
case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category, n.organization_id, o.name as organization_name,
coalesce((select json_agg(json_build_object('id', a.id, 'key', a.key, 'file_name', a.file_name,
    'content_type', a.content_type, 'size_bytes', a.size_bytes, 'uploaded_at', to_char(a.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by a.position, a.id)
  from attachments a where a.school_id = n.school_id and a.notice_id = n.id), '[]') as attachments, author.name as created_by_name,
to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from notices n
left join categories c on c.school_id = n.school_id and c.id = n.category_id
left join organizations o on o.school_id = n.school_id and o.id = n.organization_id
left join lateral (
select nullif(trim(person.first_name || ' ' || person.last_name), '') as name
from memberships m join users u on u.id = m.user_id
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
where m.school_id = n.school_id and m.id = n.created_by_membership_id and m.deactivated_at is null
) author on true
  where (n.school_id = $1 and n.starts_at <= $4::timestamptz
  and n.expires_at > $4::timestamptz and case n.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then n.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then n.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end)
  order by n.pinned desc, n.starts_at desc, n.id) notice;

-- findVisibleNotice
select
n.id, n.title, n.body, to_char(n.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(n.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at, n.pinned, n.urgent,
n.reply_to_author, exists (select from notice_readings reading
  where reading.school_id = n.school_id and reading.notice_id = n.id and reading.membership_id = $2::uuid) as read,
n.acknowledge_version is not null as acknowledge_required,
(select to_char(given.acknowledged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from notice_acknowledgements given
  where given.school_id = n.school_id and given.notice_id = n.id and given.membership_id = $2
    and given.version = n.acknowledge_version) as acknowledged_at,
case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category, n.organization_id, o.name as organization_name,
coalesce((select json_agg(json_build_object('id', a.id, 'key', a.key, 'file_name', a.file_name,
    'content_type', a.content_type, 'size_bytes', a.size_bytes, 'uploaded_at', to_char(a.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by a.position, a.id)
  from attachments a where a.school_id = n.school_id and a.notice_id = n.id), '[]') as attachments, author.name as created_by_name,
to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, coalesce(($3::boolean or n.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) as managed
from notices n
left join categories c on c.school_id = n.school_id and c.id = n.category_id
left join organizations o on o.school_id = n.school_id and o.id = n.organization_id
left join lateral (
select nullif(trim(person.first_name || ' ' || person.last_name), '') as name
from memberships m join users u on u.id = m.user_id
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
where m.school_id = n.school_id and m.id = n.created_by_membership_id and m.deactivated_at is null
) author on true
where n.school_id = $1 and n.id = $5 and ((n.school_id = $1 and n.starts_at <= $4::timestamptz
  and n.expires_at > $4::timestamptz and case n.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then n.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then n.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end)
  or n.school_id = $1 and ($3::boolean or n.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])));

-- lock
SELECT "Notice"."id" AS "Notice_id", "Notice"."school_id" AS "Notice_school_id",
  "Notice"."organization_id" AS "Notice_organization_id",
  "Notice"."audience_type" AS "Notice_audience_type",
  "Notice"."audience_years" AS "Notice_audience_years",
  "Notice"."audience_organization_ids" AS "Notice_audience_organization_ids",
  "Notice"."source" AS "Notice_source", "Notice"."source_digest" AS "Notice_source_digest",
  "Notice"."created_at" AS "Notice_created_at", "Notice"."updated_at" AS "Notice_updated_at",
  "Notice"."category_id" AS "Notice_category_id", "Notice"."source_id" AS "Notice_source_id",
  "Notice"."created_by_membership_id" AS "Notice_created_by_membership_id",
  "Notice"."title" AS "Notice_title", "Notice"."body" AS "Notice_body",
  "Notice"."starts_at" AS "Notice_starts_at", "Notice"."expires_at" AS "Notice_expires_at",
  "Notice"."pinned" AS "Notice_pinned", "Notice"."reach" AS "Notice_reach",
  "Notice"."urgent" AS "Notice_urgent", "Notice"."reply_to_author" AS "Notice_reply_to_author",
  "Notice"."acknowledge_version" AS "Notice_acknowledge_version",
  "Notice"."last_reminder_at" AS "Notice_last_reminder_at",
  "Notice"."alerted_at" AS "Notice_alerted_at"
FROM "notices" "Notice"
WHERE (("Notice"."school_id" = $1) AND ("Notice"."id" = $2))
LIMIT 1 FOR NO KEY UPDATE;

-- markRead
insert into notice_readings (membership_id, notice_id, school_id, read_at)
select m.id, n.id, n.school_id, $4
from memberships m, notices n
where m.school_id = $1 and m.id = $2 and n.school_id = $1 and n.id = $3
for key share on conflict do nothing
returning notice_id;

-- remove
DELETE FROM "notices" WHERE ("school_id" = $1 AND "id" = $2);

-- update
UPDATE "notices"
SET "school_id" = $1, "organization_id" = $2, "audience_type" = $3, "audience_years" = $4,
  "audience_organization_ids" = $5, "source" = $6, "source_digest" = $7, "created_at" = $8,
  "updated_at" = $9, "category_id" = $10, "source_id" = $11, "created_by_membership_id" = $12,
  "title" = $13, "body" = $14, "starts_at" = $15, "expires_at" = $16, "pinned" = $17, "reach" = $18,
  "urgent" = $19, "reply_to_author" = $20, "acknowledge_version" = $21,
  "last_reminder_at" = $22, "alerted_at" = $23
WHERE ("school_id" = $24 AND "id" = $25);
