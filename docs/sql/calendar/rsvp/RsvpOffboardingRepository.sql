/* RsvpOffboardingRepository */

-- endOfMembers
select r.event_id, r.subject_id from event_rsvps r join events e on e.school_id = r.school_id and e.id = r.event_id
where r.school_id = $1 and r.ended_at is null and coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) > $3 and (exists (select from family_guardians own
where own.school_id = r.school_id and own.student_id = r.student_id and own.membership_id = any ($2::uuid[])) or r.answered_by_membership_id = any ($2::uuid[]))
order by r.event_id, r.subject_id for no key update of r;

with ahead as materialized (
select r.event_id, r.subject_id from event_rsvps r join events e on e.school_id = r.school_id and e.id = r.event_id
where r.school_id = $1 and r.ended_at is null and coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) > $3 and (r.membership_id = any ($2::uuid[])
or not exists (select from memberships author
where author.school_id = r.school_id and author.id = r.answered_by_membership_id and author.deactivated_at is null and author.id <> all ($2::uuid[]))
  and (exists (select from memberships author
where author.school_id = r.school_id and author.id = r.answered_by_membership_id and author.id = any ($2::uuid[]) and not (author.role <> 'parent' or exists (select from organization_grants held
where held.school_id = author.school_id and held.membership_id = author.id and held.organization_id = e.organization_id))) or exists (select from family_guardians own
where own.school_id = r.school_id and own.student_id = r.student_id and own.membership_id = any ($2::uuid[])))
  and not exists (select from family_guardians kin
join memberships kin_member on kin_member.school_id = kin.school_id and kin_member.id = kin.membership_id
  and kin_member.deactivated_at is null
where kin.school_id = r.school_id and kin.student_id = r.student_id and kin_member.id <> all ($2::uuid[])))
order by r.event_id, r.subject_id for no key update of r), ended as (
  update event_rsvps r set ended_at = $3 from ahead
  where r.school_id = $1 and r.event_id = ahead.event_id and r.subject_id = ahead.subject_id
  returning r.event_id)
select distinct case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id from ended join events e on e.school_id = $1 and e.id = ended.event_id;

-- findEventsAnsweredBy
select distinct event_id as id from event_rsvps
where school_id = $1 and $2 in (membership_id, answered_by_membership_id) order by id;
