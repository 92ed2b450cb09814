/* DocumentsRepository */

-- findAuthored
SELECT "Document"."id" AS "Document_id", "Document"."school_id" AS "Document_school_id"
FROM "documents" "Document"
WHERE (("Document"."school_id" = $1) AND ("Document"."created_by_membership_id" = $2))
ORDER BY "Document_id" ASC;

-- findListed
select '{"documents":[' || concat_ws(',',
  (select row_to_json(details)::text from (
select 'school-details' as id, s.title, s.description, true as is_school_details, null as category,
  null as organization_id, null as organization_name, '[]'::json as attachments, null as created_by_name,
  to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
from school_details s where s.school_id = $1) details),
  (select string_agg(row_to_json(document)::text, ',') from (
select
d.id, d.title, d.description, false as is_school_details,
case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category, d.organization_id, o.name as organization_name,
coalesce((select json_agg(json_build_object('id', a.id, 'key', a.key, 'file_name', a.file_name,
    'content_type', a.content_type, 'size_bytes', a.size_bytes, 'uploaded_at', to_char(a.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by a.position, a.id)
  from attachments a where a.school_id = d.school_id and a.document_id = d.id), '[]') as attachments, author.name as created_by_name,
to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from documents d
left join categories c on c.school_id = d.school_id and c.id = d.category_id
left join organizations o on o.school_id = d.school_id and o.id = d.organization_id
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
where m.school_id = d.school_id and m.id = d.created_by_membership_id and m.deactivated_at is null
) author on true
where (d.school_id = $1 and case d.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then d.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then d.audience_organization_ids && array(select own.id from (
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
order by c.position nulls last, d.title, d.id) document)) || ']}' as text;

-- findVisibleDocument
select
d.id, d.title, d.description, false as is_school_details,
case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category, d.organization_id, o.name as organization_name,
coalesce((select json_agg(json_build_object('id', a.id, 'key', a.key, 'file_name', a.file_name,
    'content_type', a.content_type, 'size_bytes', a.size_bytes, 'uploaded_at', to_char(a.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by a.position, a.id)
  from attachments a where a.school_id = d.school_id and a.document_id = d.id), '[]') as attachments, author.name as created_by_name,
to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, ($3::boolean or d.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) as managed,
  exists (select from document_openings opening
    where opening.school_id = d.school_id and opening.document_id = d.id and opening.membership_id = $2) as opened
from documents d
left join categories c on c.school_id = d.school_id and c.id = d.category_id
left join organizations o on o.school_id = d.school_id and o.id = d.organization_id
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
where m.school_id = d.school_id and m.id = d.created_by_membership_id and m.deactivated_at is null
) author on true
where d.school_id = $1 and d.id = $5 and (d.school_id = $1
  and (case d.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then d.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then d.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or d.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))));

-- isLibraryOn
select coalesce((school.features ->> 'document_library')::boolean,
  true) as is_on from schools school where id = $1;

-- lock
SELECT "Document"."id" AS "Document_id", "Document"."school_id" AS "Document_school_id",
  "Document"."organization_id" AS "Document_organization_id",
  "Document"."audience_type" AS "Document_audience_type",
  "Document"."audience_years" AS "Document_audience_years",
  "Document"."audience_organization_ids" AS "Document_audience_organization_ids",
  "Document"."source" AS "Document_source", "Document"."source_digest" AS "Document_source_digest",
  "Document"."created_at" AS "Document_created_at", "Document"."updated_at" AS "Document_updated_at",
  "Document"."category_id" AS "Document_category_id", "Document"."source_id" AS "Document_source_id",
  "Document"."created_by_membership_id" AS "Document_created_by_membership_id",
  "Document"."title" AS "Document_title",
  "Document"."description" AS "Document_description"
FROM "documents" "Document"
WHERE (("Document"."school_id" = $1) AND ("Document"."id" = $2))
LIMIT 1 FOR NO KEY UPDATE;

-- markOpened
insert into document_openings (membership_id, document_id, school_id, opened_at)
select m.id, d.id, d.school_id, $4
from memberships m, documents d
where m.school_id = $1 and m.id = $2 and d.school_id = $1 and d.id = $3
for key share on conflict do nothing;

-- remove
DELETE FROM "documents" WHERE ("school_id" = $1 AND "id" = $2);

-- update
UPDATE "documents"
SET "school_id" = $1, "organization_id" = $2, "audience_type" = $3, "audience_years" = $4,
  "audience_organization_ids" = $5, "source" = $6, "source_digest" = $7, "created_at" = $8,
  "updated_at" = $9, "category_id" = $10, "source_id" = $11, "created_by_membership_id" = $12,
  "title" = $13, "description" = $14
WHERE ("school_id" = $15 AND "id" = $16);
