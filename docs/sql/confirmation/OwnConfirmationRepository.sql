/* OwnConfirmationRepository */

-- findRound
select r.id, to_char(r.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opened_at, r.due_on::text as due_on, r.message,
  to_char(own.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as confirmed_at
from confirmation_rounds r
left join confirmations own on own.school_id = r.school_id and own.round_id = r.id and own.membership_id = $2
where r.school_id = $1 and r.closed_at is null and (r.school_id = $1::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)) > 0);

-- findStudents
select s.id, trim(s.first_name || ' ' || s.last_name) as name, s.graduation_year, s.grade,
case when s.address_line1 is not null and s.address_city is not null then json_build_object(
  'line1', s.address_line1, 'line2', s.address_line2, 'city', s.address_city,
  'region', s.address_region, 'postal_code', s.address_postal_code,
  'country', coalesce(s.address_country, school.country)) end as address,
  own.relation,
(select json_agg(json_build_object('name', trim(g.first_name || ' ' || g.last_name), 'relation', g.relation, 'sort_key', json_build_array(not g.is_primary, g.last_name, g.first_name, g.id)))
  from family_guardians g where g.school_id = s.school_id and g.student_id = s.id) as guardians, s.address_visible, json_build_array(s.last_name, s.first_name, s.id) as sort_key, school.locale
from family_guardians own
join students s on s.school_id = own.school_id and s.id = own.student_id and s.archived_at is null
join schools school on school.id = s.school_id
where own.school_id = $1 and own.membership_id = $2;

-- findVisibility
select profile_visibility from memberships where school_id = $1 and id = $2;

-- insertConfirmation
INSERT INTO "confirmations"("school_id", "round_id", "membership_id", "confirmed_at")
VALUES ($1, $2, $3, $4)
ON CONFLICT DO NOTHING 
RETURNING round_id;

-- lockRound
select r.closed_at is not null as closed from confirmation_rounds r
     where r.school_id = $1 and r.id = $3 and (r.school_id = $1::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)) > 0) for share of r;
