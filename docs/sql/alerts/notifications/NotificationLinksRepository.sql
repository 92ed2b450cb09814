/* NotificationLinksRepository */

-- find
select n.school_id, n.target_type, n.target_id, target.found is not null as found, target.organization_id,
  target.hidden
from notifications n left join lateral (
  select true as found, standing.* from (
select item.organization_id, case when ((item.school_id = $1 and item.starts_at <= $4::timestamptz
  and item.expires_at > $4::timestamptz and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  or item.school_id = $1 and ($3::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))) then null
  when item.expires_at <= $4::timestamptz and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end then 'expired'
  else 'not_visible' end as hidden
from notices item where item.school_id = n.school_id and item.id = (case when n.target_type = 'notice' then split_part(n.target_id, '_', 1) end)::uuid union all
select item.organization_id, case when (item.school_id = $1
  and (case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])))) then null else 'not_visible' end as hidden
from documents item where item.school_id = n.school_id and item.id = (case when n.target_type = 'document' then split_part(n.target_id, '_', 1) end)::uuid union all
select item.organization_id, case when item.deleted_at is not null then 'deleted' else case when (item.school_id = $1 and (item.opens_at <= $4::timestamptz and item.deleted_at is null) and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end) then null else 'not_visible' end end as hidden
from polls item where item.school_id = n.school_id and item.id = (case when n.target_type = 'poll' then split_part(n.target_id, '_', 1) end)::uuid union all
select item.organization_id, case when item.deleted_at is not null then 'deleted' else case when (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > $4::timestamptz))
  and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end) then null
  when item.visible_until <= $4::timestamptz and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end then 'expired'
  else 'not_visible' end end as hidden
from signups item where item.school_id = n.school_id and item.id = (case when n.target_type = 'signup' then split_part(n.target_id, '_', 1) end)::uuid union all
select item.organization_id, case when item.deleted_at is not null then 'deleted' else case when (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > $4::timestamptz, true)) and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end) then null
  when item.visible_until <= $4::timestamptz and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end then 'expired'
  else 'not_visible' end end as hidden
from permission_slips item where item.school_id = n.school_id and item.id = (case when n.target_type = 'permission_slip' then split_part(n.target_id, '_', 1) end)::uuid union all
select item.organization_id, case when (case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])))
  then case when (item.status <> 'cancelled'
  or item.series_id is not null and (item.cancelled_at + interval '30 days') > $4::timestamptz) then null else 'deleted' end else 'not_visible' end as hidden
from events item where item.school_id = n.school_id and (
  item.series_id is null and item.id = (case when n.target_type = 'event' then split_part(n.target_id, '_', 1) end)::uuid
  or item.series_id = (case when n.target_type = 'event' then split_part(n.target_id, '_', 1) end)::uuid and item.original_start = split_part(n.target_id, '_', 2)) union all
select item.id as organization_id,
  case when (item.archived_at is null or $3::boolean) then null else 'not_visible' end as hidden
from organizations item where item.school_id = n.school_id and item.id = (case when n.target_type = 'organization' then split_part(n.target_id, '_', 1) end)::uuid union all
select null::uuid as organization_id, case when item.archived_at is null then null else 'not_visible' end as hidden
from students item where item.school_id = n.school_id and item.id = (case when n.target_type = 'student' then split_part(n.target_id, '_', 1) end)::uuid union all
select null::uuid as organization_id, case when not (item.school_id = $1::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)) > 0) then 'not_visible'
  when item.closed_at is not null then 'closed' end as hidden
from confirmation_rounds item where item.school_id = n.school_id and item.id = (case when n.target_type = 'confirmation' then split_part(n.target_id, '_', 1) end)::uuid union all
select null::uuid as organization_id, case when (item.school_id = $1::uuid and item.membership_id = $2::uuid
  and item.student_id = any(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid))) then null else 'not_visible' end as hidden
from corrections item where item.school_id = n.school_id and item.id = (case when n.target_type = 'correction' then split_part(n.target_id, '_', 1) end)::uuid) standing
) target on true
where n.id = $5 and n.school_id = $1::uuid and n.membership_id = $2::uuid;
