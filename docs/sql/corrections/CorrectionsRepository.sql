/* CorrectionsRepository */

-- countOpen
SELECT COUNT(1) AS "cnt"
FROM "corrections" "Correction"
WHERE (("Correction"."school_id" = $1) AND ("Correction"."membership_id" = $2) AND ("Correction"."student_id" = $3) AND ("Correction"."state" = $4));

-- findOne
select
c.id, c.student_id, trim(s.first_name || ' ' || s.last_name) as student_name, c.field, c.present, c.proposed, c.comment, c.state, c.answer,
trim(person.first_name || ' ' || person.last_name) as by_name, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(c.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as settled_at from corrections c
join students s on s.school_id = c.school_id and s.id = c.student_id
join memberships m on m.school_id = c.school_id and m.id = c.membership_id
join users u on u.id = m.user_id
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
where c.school_id = $1 and c.id = $4 and ((c.school_id = $1::uuid and c.membership_id = $2::uuid
  and c.student_id = any(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid))) or c.school_id = $1::uuid and $3::boolean
  and exists (select from students pupil where pupil.school_id = c.school_id
    and pupil.id = c.student_id and pupil.archived_at is null));

-- findPresent
select
case $4::text when 'name' then trim(coalesce(s.legal_first_name, s.first_name) || ' ' || coalesce(s.legal_last_name, s.last_name)) when 'preferred_name' then s.preferred_name
  when 'address' then case when s.address_line1 is not null and s.address_city is not null
    then concat_ws(', ', s.address_line1, s.address_line2, s.address_city, s.address_region, s.address_postal_code,
coalesce(s.address_country, school.country)) end
  when 'phone' then s.phone when 'email' then s.email when 'grade' then s.grade
  when 'graduation_year' then s.graduation_year::text
  when 'guardians' then (select string_agg(trim(g.first_name || ' ' || g.last_name) || ' (' || g.relation || ')', ', ' order by json_build_array(not g.is_primary, g.last_name, g.first_name, g.id)::text)
    from family_guardians g where g.school_id = s.school_id and g.student_id = s.id) end as present from students s join schools school on school.id = s.school_id
where s.school_id = $1 and s.id = $3
  and s.id = any(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid));

-- insertCorrection
INSERT INTO "corrections"("id", "school_id", "student_id", "membership_id", "field", "present",
  "proposed", "comment", "state", "answer",
  "created_at", "settled_at")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, DEFAULT, $9, DEFAULT)
RETURNING "id";

-- lockAuthor
select 1 from memberships where school_id = $1 and id = $2 and deactivated_at is null for no key update;
