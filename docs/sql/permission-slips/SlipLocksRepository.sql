/* SlipLocksRepository */

-- findGuardians
select g.id, trim(g.first_name || ' ' || g.last_name) as name,
  g.membership_id as "membershipId" from family_guardians g where g.school_id = $1 and g.student_id = $2;

-- lockOtherGuardians
select m.id from memberships m
where m.school_id = $1 and m.deactivated_at is null and m.id <> $2
  and m.id in (select g.membership_id from family_guardians g where g.school_id = $1 and g.student_id = any ($3::uuid[]))
order by m.id for key share of m;

-- lockRequestedStudents
select s.id, g.relation from permission_slips p cross join
family_guardians g join students s on g.school_id = p.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = $2::uuid and case p.audience_type
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = $1::uuid and kin.membership_id = $2::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (p.audience_organization_ids)))
  else true end
where p.school_id = $1 and p.id = $4 and ($3::uuid[] is null or s.id = any ($3::uuid[]))
order by s.id for no key update of s;

-- lockSlip
SELECT "PermissionSlip"."id" AS "PermissionSlip_id",
  "PermissionSlip"."school_id" AS "PermissionSlip_school_id"
FROM "permission_slips" "PermissionSlip"
WHERE (("PermissionSlip"."id" = $1) AND ("PermissionSlip"."school_id" = $2))
LIMIT 1 FOR SHARE;

select p.id, p.title, p.body, p.statement, p.statement_version as "statementVersion", p.answer_per as "answerPer",
  p.signature_required as "signatureRequired", p.second_guardian_required as "secondGuardianRequired",
coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'type', q.type, 'text', q.text,
    'required', q.required, 'private', q.private, 'required_on_decline', q.required_on_decline,
    'choices', coalesce((select json_agg(json_build_object('id', c.id, 'text', c.text) order by c.position)
      from question_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position)
  from questions q where q.school_id = p.school_id and q.permission_slip_id = p.id), '[]') as questions,
(select jsonb_build_object('title', e.title, 'location', e.location, 'all_day', e.all_day,
    'starts_at', e.starts_at, 'ends_at', e.ends_at, 'start_date', e.start_date, 'end_date', e.end_date,
    'time_zone', home.time_zone)
  from events e join schools home on home.id = e.school_id
  where e.school_id = p.school_id and e.id = p.event_id) as event, ((p.opens_at <= $4::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $4::timestamptz, true)) as "published",
  case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end as addressed, coalesce((($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(p.deleted_at > $4::timestamptz - interval '30 days', true)), false) as managed,
  p.deleted_at is not null as deleted, p.opens_at as "opensAt", p.closes_at as "closesAt", school.time_zone as "timeZone"
from permission_slips p join schools school on school.id = p.school_id where p.id = $5 and p.school_id = $1;

-- lockStudent
select coalesce(
case p.audience_type when 'school' then true
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids))
  else exists (select from family_guardians kin
    join memberships m on m.school_id = kin.school_id and m.id = kin.membership_id and m.deactivated_at is null
    where kin.school_id = s.school_id and kin.student_id = s.id and m.role <> 'parent') end, false) as asked
from permission_slips p join students s on s.school_id = p.school_id and s.id = $3 and s.archived_at is null
where p.school_id = $1 and p.id = $2 for no key update of s;

-- lockStudents
select 1 from students where school_id = $1 and id = any ($2::uuid[]) order by id for no key update;
