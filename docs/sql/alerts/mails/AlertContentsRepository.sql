/* AlertContentsRepository */

-- read
select owed.id, person.id as "userId", m.id as "membershipId", person.email, choice.token, n.kind,
  json_build_object('id', school.id, 'name', school.name, 'timeZone', school.time_zone, 'locale', school.locale) as school,
  item.type, item.id as item_id, item.title, item.html, item.since, item.until, item.attachments, item.claims,
  organization.name as organization, author.name as author, choice.kinds as rhythms, item.urgent, item.asks, n.read_at is not null as "isRead",
  case when quiet.user_id is not null then json_build_object('from', quiet.begins, 'to', quiet.ends) end as quiet,
  mail.details, occasion.value as occasion, case when item.replies then (
select writer.email from memberships by_member
join users writer on writer.id = by_member.user_id and writer.email_verified_at is not null
where by_member.school_id = m.school_id and by_member.id = item.author_id and by_member.deactivated_at is null) end as "replyTo"
from unnest($1::uuid[], $3::uuid[], $4::uuid[]) as owed(school_id, notification_id, id)
join notifications n on n.school_id = owed.school_id and n.id = owed.notification_id
join mails mail on mail.school_id = owed.school_id and mail.id = owed.id
join memberships m on m.school_id = n.school_id and m.id = n.membership_id and m.deactivated_at is null
join users person on person.id = m.user_id and person.email_verified_at is not null
join mail_choices choice on choice.school_id = m.school_id and choice.membership_id = m.id
  and choice.unsubscribed_at is null
left join quiet_hours quiet on quiet.user_id = m.user_id
join schools school on school.id = m.school_id
join lateral (
select 'notice' as type, 'notices' as feature, notice.id::text, notice.title, notice.body as html, notice.organization_id,
  notice.created_by_membership_id as author_id, notice.starts_at as since, notice.expires_at as until,
  (select coalesce(json_agg(json_build_object('name', file.file_name, 'bytes', file.size_bytes)
    order by file.position, file.id), '[]') from attachments file
  where file.school_id = notice.school_id and file.notice_id = notice.id) as attachments, null::json as claims,
  notice.urgent as urgent, notice.reply_to_author as replies,
  case when (notice.acknowledge_version is not null and notice.created_by_membership_id is distinct from m.id::uuid
  and not exists (select from notice_acknowledgements given
    where given.school_id = notice.school_id and given.notice_id = notice.id
      and given.membership_id = m.id::uuid and given.version = notice.acknowledge_version))
    then json_build_object('noticeId', notice.id, 'version', notice.acknowledge_version) end as asks
from notices notice
where notice.id = case when n.target_type = 'notice' then n.target_id::uuid end and notice.school_id = m.school_id and case n.kind when 'notice_created' then case notice.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then notice.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (notice.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end when 'notice_reminder' then (case notice.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then notice.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (notice.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and (notice.acknowledge_version is not null and notice.created_by_membership_id is distinct from m.id::uuid
  and not exists (select from notice_acknowledgements given
    where given.school_id = notice.school_id and given.notice_id = notice.id
      and given.membership_id = m.id::uuid and given.version = notice.acknowledge_version))) else false end and notice.starts_at <= $2 and notice.expires_at > $2 union all
select 'document', 'document_library', document.id::text, document.title, document.description, document.organization_id,
  document.created_by_membership_id, document.created_at, null, (select coalesce(json_agg(json_build_object('name', file.file_name, 'bytes', file.size_bytes)
    order by file.position, file.id), '[]') from attachments file
  where file.school_id = document.school_id and file.document_id = document.id), null, false, false, null
from documents document
where document.id = case when n.target_type = 'document' then n.target_id::uuid end and document.school_id = m.school_id and case n.kind when 'document_created' then case document.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then document.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (document.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end else false end union all
select 'poll', 'polls', poll.id::text, poll.title, case when n.kind <> 'poll_closing' then poll.description end, poll.organization_id, null,
  poll.opens_at, poll.closes_at, '[]', null, false, false, null
from polls poll
where poll.id = case when n.target_type = 'poll' then n.target_id::uuid end and poll.school_id = m.school_id and case n.kind when 'poll_opened' then case poll.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then poll.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (poll.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end when 'poll_closing' then (case poll.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then poll.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (poll.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and not exists (select from poll_responses given
  where given.school_id = poll.school_id and given.poll_id = poll.id and given.user_id = (select self.user_id from memberships self where self.school_id = m.school_id::uuid and self.id = m.id::uuid))) else false end and (poll.opens_at <= $2::timestamptz and poll.deleted_at is null) and coalesce(poll.closes_at > $2, true) union all
select 'signup', 'signups', signup.id::text, signup.title, signup.description, signup.organization_id, null, signup.opens_at,
  signup.closes_at, '[]', null, false, false, null
from signups signup
where signup.id = case when n.target_type = 'signup' then n.target_id::uuid end and signup.school_id = m.school_id and case n.kind when 'signup_opened' then case signup.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then signup.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (signup.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end else false end and (signup.opens_at <= $2::timestamptz and signup.deleted_at is null) and coalesce(signup.closes_at > $2, true) and signup.deleted_at is null and coalesce(signup.visible_until > $2, true) union all
select 'signup', 'signups', signup.id::text, signup.title, null, signup.organization_id, null, null, null, '[]', own.claims, false, false, null
from signups signup cross join lateral (
  select coalesce(json_agg(json_build_object('title', item.title, 'quantity', claim.quantity,
      'waits', claim.status = 'waitlisted', 'startsAt', item.starts_at, 'location', signup.location)
      order by item.starts_at nulls last, item.position, claim.id), '[]') as claims,
    coalesce(bool_or(claim.status = 'confirmed'), false) as has_place
  from signup_claims claim join signup_items item on item.school_id = claim.school_id and item.id = claim.item_id
  where claim.school_id = signup.school_id and claim.signup_id = signup.id and claim.membership_id = m.id and claim.status <> 'withdrawn') own
where signup.id = case when n.target_type = 'signup' then n.target_id::uuid end and signup.school_id = m.school_id and signup.deleted_at is null and case n.kind when 'signup_changed' then true
  when 'signup_reminder' then own.claims::jsonb <> '[]' when 'signup_promoted' then own.has_place else false end union all
select 'permission_slip', 'signups', permission_slip.id::text, permission_slip.title,
  case when n.kind <> 'slip_reminder' then permission_slip.body end, permission_slip.organization_id, null, permission_slip.opens_at,
  permission_slip.closes_at, '[]', null, false, false, null
from permission_slips permission_slip
where permission_slip.id = case when n.target_type = 'permission_slip' then n.target_id::uuid end and permission_slip.school_id = m.school_id and case n.kind when 'slip_opened' then (case permission_slip.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then permission_slip.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (permission_slip.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and exists (select from
family_guardians g join students s on g.school_id = permission_slip.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case permission_slip.audience_type
  when 'graduation_years' then s.graduation_year = any (permission_slip.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (permission_slip.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = m.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (permission_slip.audience_organization_ids)))
  else true end)) when 'slip_reminder' then (case permission_slip.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then permission_slip.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (permission_slip.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and exists (select from (
select s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id)::jsonb as sort_key, null::jsonb as family,
(select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
    when count(*) filter (where rs.is_current) >= case when permission_slip.second_guardian_required
      and not bool_or(rs.is_current and r.signed_by_membership_id is not distinct from m.id::uuid) then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = permission_slip.school_id and rs.slip_id = permission_slip.id and rs.student_id = s.id) as state
from
family_guardians g join students s on g.school_id = permission_slip.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case permission_slip.audience_type
  when 'graduation_years' then s.graduation_year = any (permission_slip.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (permission_slip.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = m.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (permission_slip.audience_organization_ids)))
  else true end where permission_slip.answer_per = 'student'
union all
select null, null, null, jsonb_agg(jsonb_build_object('name', family.name, 'sort_key', family.sort_key)),
  case when bool_or(family.state = 'declined') then 'declined' when bool_or(family.state = 'needed') then 'needed'
    when bool_or(family.state = 'withdrawn') then 'withdrawn' else 'granted' end
from (select trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id) as sort_key,
(select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
    when count(*) filter (where rs.is_current) >= case when permission_slip.second_guardian_required
      and not bool_or(rs.is_current and r.signed_by_membership_id is not distinct from m.id::uuid) then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = permission_slip.school_id and rs.slip_id = permission_slip.id and rs.student_id = s.id) as state
  from
family_guardians g join students s on g.school_id = permission_slip.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case permission_slip.audience_type
  when 'graduation_years' then s.graduation_year = any (permission_slip.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (permission_slip.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = m.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (permission_slip.audience_organization_ids)))
  else true end) family
where permission_slip.answer_per = 'family' having count(*) > 0) own where (own.state in ('needed', 'withdrawn')))) else false end and (permission_slip.opens_at <= $2::timestamptz and permission_slip.deleted_at is null) and coalesce(permission_slip.closes_at > $2, true)
  and permission_slip.deleted_at is null and coalesce(permission_slip.visible_until > $2, true) union all
select 'permission_slip', 'signups', permission_slip.id::text, permission_slip.title, null, permission_slip.organization_id,
  null, null, null, '[]', null, false, false, null
from permission_slips permission_slip
where permission_slip.id = case when n.target_type = 'permission_slip' then n.target_id::uuid end and permission_slip.school_id = m.school_id and n.kind = 'slip_answered_by_other_guardian'
  and permission_slip.deleted_at is null and coalesce(permission_slip.visible_until > $2, true) and case permission_slip.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then permission_slip.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (permission_slip.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and exists (
    select from permission_slip_response_students given
    join permission_slip_responses response on response.school_id = given.school_id
      and response.id = given.response_id
      and response.signed_by_membership_id is distinct from m.id
    join family_guardians family on family.school_id = given.school_id and family.student_id = given.student_id
      and family.membership_id = m.id
    where given.school_id = permission_slip.school_id and given.slip_id = permission_slip.id and given.is_current) union all
select 'event', 'calendar', n.target_id, event.title,
  case when n.kind = 'event_created' then event.description end,
  event.organization_id, null, null, case when n.kind <> 'event_changed' then (case when event.rsvp_by is not null then coalesce((coalesce(event.starts_at, (select least(event.start_date::timestamp at time zone place.time_zone, (event.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = event.school_id)) - make_interval(secs => event.rsvp_lead_seconds)), coalesce(event.starts_at, (select least(event.start_date::timestamp at time zone place.time_zone, (event.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = event.school_id))) end) end, '[]', null, false, false,
  case when not (event.status = 'cancelled' or (case when event.rsvp_by is not null then coalesce((coalesce(event.starts_at, (select least(event.start_date::timestamp at time zone place.time_zone, (event.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = event.school_id)) - make_interval(secs => event.rsvp_lead_seconds)), coalesce(event.starts_at, (select least(event.start_date::timestamp at time zone place.time_zone, (event.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = event.school_id))) end) <= $2::timestamptz) and exists (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = event.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case event.audience_type
  when 'graduation_years' then s.graduation_year = any (event.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (event.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = m.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (event.audience_organization_ids)))
  else true end where event.rsvp_by = 'student' and case event.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then event.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then event.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = m.school_id::uuid and own.archived_at is null) end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select m.school_id::uuid as school_id, m.id::uuid as id) self
join memberships m on m.school_id = self.school_id and m.id = self.id
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
where event.rsvp_by = 'person' and case event.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then event.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then event.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = m.school_id::uuid and own.archived_at is null) end)
    then json_build_object('eventId', event.id) end
from events event
where event.school_id = m.school_id and (event.series_id is null and event.id = (case when n.target_type = 'event' then split_part(n.target_id, '_', 1) end)::uuid
or event.series_id = (case when n.target_type = 'event' then split_part(n.target_id, '_', 1) end)::uuid and event.original_start = split_part(n.target_id, '_', 2)) and event.status <> 'cancelled' and coalesce(event.starts_at, (select least(event.start_date::timestamp at time zone place.time_zone, (event.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = event.school_id)) > $2
  and case n.kind when 'event_created' then case event.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then event.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (event.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end
    when 'event_changed' then exists (select from jsonb_to_record(coalesce(mail.details -> 'was', '{}')) as was(title text, location text, all_day boolean, starts_at timestamptz, ends_at timestamptz, start_date date, end_date date, arrival_at timestamptz, cancelled boolean, time_zone text, sequence int, created_at timestamptz, school_id uuid, organization_id uuid, audience_type text, audience_years int[], audience_organization_ids uuid[]) where was.cancelled
or (event.all_day, event.starts_at, event.ends_at, event.start_date, event.end_date, event.location, event.arrival_at)
  is distinct from (was.all_day, was.starts_at, was.ends_at, was.start_date, was.end_date, was.location, was.arrival_at)) and case event.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then event.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (event.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end
    when 'event_rsvp_reminder' then not (event.status = 'cancelled' or (case when event.rsvp_by is not null then coalesce((coalesce(event.starts_at, (select least(event.start_date::timestamp at time zone place.time_zone, (event.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = event.school_id)) - make_interval(secs => event.rsvp_lead_seconds)), coalesce(event.starts_at, (select least(event.start_date::timestamp at time zone place.time_zone, (event.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = event.school_id))) end) <= $2::timestamptz) and (case event.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then event.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (event.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and exists (select from (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = event.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case event.audience_type
  when 'graduation_years' then s.graduation_year = any (event.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (event.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = m.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (event.audience_organization_ids)))
  else true end where event.rsvp_by = 'student' and case event.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then event.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then event.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = m.school_id::uuid and own.archived_at is null) end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select m.school_id::uuid as school_id, m.id::uuid as id) self
join memberships m on m.school_id = self.school_id and m.id = self.id
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
where event.rsvp_by = 'person' and case event.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then event.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then event.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = m.school_id::uuid and own.archived_at is null) end) line where not exists (select from event_rsvps given where given.subject_id = line.subject_id and (given.school_id = event.school_id and given.event_id = event.id and given.ended_at is null
  and (given.student_id is not null) = (event.rsvp_by = 'student')))))
    else false end union all
select 'event', 'calendar', n.target_id, coalesce(event.title, was.title), null, was.organization_id, null, null, null, '[]', null, false, false, null
from jsonb_to_record(coalesce(mail.details -> 'was', '{}')) as was(title text, location text, all_day boolean, starts_at timestamptz, ends_at timestamptz, start_date date, end_date date, arrival_at timestamptz, cancelled boolean, time_zone text, sequence int, created_at timestamptz, school_id uuid, organization_id uuid, audience_type text, audience_years int[], audience_organization_ids uuid[]) left join events event on event.school_id = m.school_id and (event.series_id is null and event.id = (case when n.target_type = 'event' then split_part(n.target_id, '_', 1) end)::uuid
or event.series_id = (case when n.target_type = 'event' then split_part(n.target_id, '_', 1) end)::uuid and event.original_start = split_part(n.target_id, '_', 2))
where n.kind = 'event_cancelled' and coalesce(event.status = 'cancelled', true)
  and coalesce(was.starts_at, least(was.start_date::timestamp at time zone school.time_zone, (was.start_date::timestamp - interval '1 hour') at time zone school.time_zone + interval '1 hour')) > $2
  and case when event.id is null then case was.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then was.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (was.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end
    else case event.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then event.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (event.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end end union all
select 'confirmation', null, confirmation.id::text, confirmation.title, '<p>' || replace(replace(replace(replace(confirmation.message, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), e'\n', '<br>') || '</p>', null::uuid,
  null::uuid, null::timestamptz, least((confirmation.due_on + 1)::timestamp at time zone home.time_zone, ((confirmation.due_on + 1)::timestamp - interval '1 hour') at time zone home.time_zone + interval '1 hour') - interval '1 minute', '[]', null, false, false, null
from confirmation_rounds confirmation join schools home on home.id = confirmation.school_id
where confirmation.id = case when n.target_type = 'confirmation' then n.target_id::uuid end and confirmation.school_id = m.school_id and case n.kind when 'confirmation_opened' then (((confirmation.school_id = m.school_id::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)) > 0) and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))) and not exists (select from confirmations given where given.school_id = confirmation.school_id
  and given.round_id = confirmation.id and given.membership_id = m.id::uuid)) when 'confirmation_reminder' then (((confirmation.school_id = m.school_id::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)) > 0) and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))) and not exists (select from confirmations given where given.school_id = confirmation.school_id
  and given.round_id = confirmation.id and given.membership_id = m.id::uuid)) else false end and confirmation.closed_at is null union all
select 'correction', null, correction.id::text, (select trim(about.first_name || ' ' || about.last_name) from students about where about.school_id = correction.school_id and about.id = correction.student_id), '<p>' || replace(replace(replace(replace(correction.answer, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), e'\n', '<br>') || '</p>', null::uuid,
  null::uuid, null::timestamptz, null::timestamptz, '[]', null, false, false, null
from corrections correction
where correction.id = case when n.target_type = 'correction' then n.target_id::uuid end and correction.school_id = m.school_id and n.kind = 'correction_settled' and correction.state <> 'open'
  and (correction.school_id = m.school_id::uuid and correction.membership_id = m.id::uuid
  and correction.student_id = any(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)))) item(type, feature, id, title, html, organization_id, author_id, since, until, attachments, claims, urgent, replies, asks) on coalesce((school.features ->> item.feature)::boolean, true)
left join lateral (
select json_build_object(
  'was', case when was.cancelled is null then null when case was.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then was.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (was.audience_organization_ids)
    and own.school_id = m.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end then json_build_object('allDay', was.all_day, 'startsAt', was.starts_at,
'endsAt', was.ends_at, 'startDate', was.start_date, 'endDate', was.end_date, 'location', was.location,
'arrivalAt', was.arrival_at)
    when n.kind = 'event_cancelled' then json_build_object('allDay', event.all_day, 'startsAt', event.starts_at,
'endsAt', event.ends_at, 'startDate', event.start_date, 'endDate', event.end_date, 'location', event.location,
'arrivalAt', event.arrival_at) end,
  'wasCancelled', coalesce(was.cancelled, false),
  'is', case when event.status <> 'cancelled' then json_build_object('allDay', event.all_day, 'startsAt', event.starts_at,
'endsAt', event.ends_at, 'startDate', event.start_date, 'endDate', event.end_date, 'location', event.location,
'arrivalAt', event.arrival_at) end,
  'hasMore', was.cancelled is not null and (mail.details ? 'more' or exists (select from notifications other where other.school_id = n.school_id
and other.membership_id = n.membership_id and other.created_at = n.created_at and other.id <> n.id
and other.kind in ('event_changed', 'event_cancelled'))))
from jsonb_to_record(coalesce(mail.details -> 'was', '{}')) as was(title text, location text, all_day boolean, starts_at timestamptz, ends_at timestamptz, start_date date, end_date date, arrival_at timestamptz, cancelled boolean, time_zone text, sequence int, created_at timestamptz, school_id uuid, organization_id uuid, audience_type text, audience_years int[], audience_organization_ids uuid[]) left join events event on event.school_id = m.school_id and (event.series_id is null and event.id = (case when n.target_type = 'event' then split_part(n.target_id, '_', 1) end)::uuid
or event.series_id = (case when n.target_type = 'event' then split_part(n.target_id, '_', 1) end)::uuid and event.original_start = split_part(n.target_id, '_', 2))
where n.kind in ('event_created', 'event_changed', 'event_cancelled', 'event_rsvp_reminder')) occasion(value) on true
left join organizations organization on organization.school_id = m.school_id
  and organization.id = item.organization_id
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
where m.school_id = m.school_id and m.id = item.author_id and m.deactivated_at is null) author on true;
