/* ItemNotificationsRepository */

-- notifyAudience
with notified as (
insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
select item.school_id, m.id, item.kind, item.target_type, item.target_id,
  case when addressed.now then item.title when case was.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then was.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (was.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end then item.former_title
    else item.hidden_title end, $2
from json_to_recordset($1) as item(kind text, target_type text, target_id text, title text, former_title text, hidden_title text,
  school_id uuid, organization_id uuid, audience_type text, audience_years int[], audience_organization_ids uuid[],
  former_audience_type text, former_audience_years int[], former_audience_organization_ids uuid[], to_audience boolean,
  member_ids uuid[])
join schools school on school.id = item.school_id and coalesce((school.features ->> $4)::boolean, true)
join memberships m on m.school_id = item.school_id and m.deactivated_at is null
cross join lateral (select coalesce(case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end, false) as now) addressed
cross join lateral (select item.former_audience_type as audience_type, item.former_audience_years as audience_years,
  item.former_audience_organization_ids as audience_organization_ids) was
where m.id is distinct from $3::uuid
  and (item.to_audience and addressed.now or m.id = any (item.member_ids))
order by m.id, item.target_id for key share of m
on conflict on constraint notifications_once_key do update
set id = excluded.id, title = excluded.title, created_at = excluded.created_at, read_at = null
returning school_id, id, membership_id, kind, target_type, target_id)
select notified.id as "notificationId", notified.membership_id as "membershipId", former.id as "formerId",
  notified.kind, notified.target_id as "targetId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from notified
join memberships m on m.school_id = notified.school_id and m.id = notified.membership_id
join users person on person.id = m.user_id
left join notifications former on former.school_id = notified.school_id
  and former.membership_id = notified.membership_id and former.kind = notified.kind
  and former.target_type = notified.target_type and former.target_id = notified.target_id;

-- removeUnread
delete from notifications n using json_to_recordset($2) as stale(kind text, target_type text, target_id text)
where n.school_id = $1 and n.target_type = stale.target_type and n.target_id = stale.target_id and n.kind = stale.kind
  and n.read_at is null
returning n.id as "notificationId", n.membership_id as "membershipId";

-- rename
with moved as materialized (
  select n.id, n.membership_id, renamed.id as target_id,
    exists (select from notifications other where other.school_id = n.school_id and other.membership_id = n.membership_id
      and other.kind = n.kind and other.target_type = $3 and other.target_id = renamed.id) as twice
  from notifications n join json_to_recordset($2) as renamed(id text, former_id text) on n.target_id = renamed.former_id
  where n.school_id = $1 and n.target_type = $3
), held as materialized (
  select m.id from memberships m
  where m.school_id = $1 and m.id in (select membership_id from moved) order by m.id for key share
), removed as (
  delete from notifications n using moved join held on held.id = moved.membership_id
  where n.school_id = $1 and n.id = moved.id and moved.twice
  returning n.id, n.membership_id
), renamed as (
  update notifications n set target_id = moved.target_id from moved join held on held.id = moved.membership_id
  where n.school_id = $1 and n.id = moved.id and not moved.twice
  returning n.id, n.membership_id
)
select id as "notificationId", membership_id as "membershipId", true as "isGone" from removed
union all select id, membership_id, false from renamed;
