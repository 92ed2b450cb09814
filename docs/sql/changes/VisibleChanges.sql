/* VisibleChanges */

-- findTouched
select 'notice' as kind, e.id::text as id from notices e where e.school_id = $1 and ((e.starts_at > $3::timestamptz and e.starts_at <= $4::timestamptz) or (e.expires_at > $3::timestamptz and e.expires_at <= $4::timestamptz)) union all select 'document' as kind, e.id::text as id from documents e where e.school_id = $1 and ((e.created_at + interval '14 days' > $3::timestamptz and e.created_at + interval '14 days' <= $4::timestamptz)) union all select 'poll' as kind, e.id::text as id from polls e where e.school_id = $1 and ((e.opens_at > $3::timestamptz and e.opens_at <= $4::timestamptz) or (e.closes_at > $3::timestamptz and e.closes_at <= $4::timestamptz) or (e.deleted_at + interval '30 days' > $3::timestamptz and e.deleted_at + interval '30 days' <= $4::timestamptz)) union all select 'signup' as kind, e.id::text as id from signups e where e.school_id = $1 and ((e.opens_at > $3::timestamptz and e.opens_at <= $4::timestamptz) or (e.closes_at > $3::timestamptz and e.closes_at <= $4::timestamptz) or (e.visible_until > $3::timestamptz and e.visible_until <= $4::timestamptz) or (e.deleted_at + interval '30 days' > $3::timestamptz and e.deleted_at + interval '30 days' <= $4::timestamptz)) union all select 'permission_slip' as kind, e.id::text as id from permission_slips e where e.school_id = $1 and ((e.opens_at > $3::timestamptz and e.opens_at <= $4::timestamptz) or (e.closes_at > $3::timestamptz and e.closes_at <= $4::timestamptz) or (e.visible_until > $3::timestamptz and e.visible_until <= $4::timestamptz) or (e.deleted_at + interval '30 days' > $3::timestamptz and e.deleted_at + interval '30 days' <= $4::timestamptz)) union all select 'event' as kind, case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id from events e where e.school_id = $1 and (((e.cancelled_at + interval '30 days') > $3::timestamptz and (e.cancelled_at + interval '30 days') <= $4::timestamptz) or ((case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) > $3::timestamptz and (case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) <= $4::timestamptz)) union all select 'answers_of' as kind, e.organization_id::text as id from organization_grants e where e.school_id = $1 and ((e.starts_at > $3::timestamptz and e.starts_at <= $4::timestamptz) or (e.expires_at > $3::timestamptz and e.expires_at <= $4::timestamptz)) union all
select distinct 'organization' as kind, e.organization_id::text as id from events e
join schools home on home.id = e.school_id
where e.school_id = $1 and e.organization_id is not null and ((e.starts_at > $3::timestamptz and e.starts_at <= $4::timestamptz) or (e.ends_at > $3::timestamptz and e.ends_at <= $4::timestamptz) or (case when e.all_day then least(e.start_date::timestamp at time zone home.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone home.time_zone + interval '1 hour') end > $3::timestamptz and case when e.all_day then least(e.start_date::timestamp at time zone home.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone home.time_zone + interval '1 hour') end <= $4::timestamptz) or ((case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) > $3::timestamptz and (case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) <= $4::timestamptz) or (case when e.all_day then least((e.end_date + 1)::timestamp at time zone home.time_zone, ((e.end_date + 1)::timestamp - interval '1 hour') at time zone home.time_zone + interval '1 hour') end > $3::timestamptz and case when e.all_day then least((e.end_date + 1)::timestamp at time zone home.time_zone, ((e.end_date + 1)::timestamp - interval '1 hour') at time zone home.time_zone + interval '1 hour') end <= $4::timestamptz)) union all select 'notification', e.id::text from notifications e where e.school_id = $1 and e.membership_id = $2
  and (e.created_at + interval '180 days' > $3::timestamptz and e.created_at + interval '180 days' <= $4::timestamptz);

with seed as materialized (
  select kind, id, sequence from jsonb_to_recordset($5) as given(kind text, id text, sequence bigint)
), member as materialized (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'member'),
reached as materialized (select id, sequence from member union all select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'contact'),
student as materialized (
select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'student'
union all select g.student_id, member.sequence from member
  join guardians g on g.school_id = $1 and (g.membership_id = member.id or g.shared_membership_id = member.id)),
staff as materialized (
select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'staff_member'
union all select employed.id, member.sequence from member
  join memberships m on m.school_id = $1 and m.id = member.id
  join user_addresses held on held.user_id = m.user_id and held.verified_at is not null
  join staff_members employed on employed.school_id = $1 and lower(employed.email) = held.email),
published(type, id, sequence) as materialized (
  select seed.kind, seed.id, seed.sequence from seed
where seed.kind in ('notice', 'document', 'event', 'series', 'poll', 'signup', 'permission_slip') union all select 'notice' as type, e.id::text as id, cause.sequence
   from (select * from seed where seed.kind = 'feature') cause join notices e on e.school_id = $1 and cause.id = 'notices' union all select 'notice' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name') cause join notices e on e.school_id = $1 and e.organization_id = cause.id union all select 'notice' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'category') cause join notices e on e.school_id = $1 and e.category_id = cause.id union all select 'notice' as type, e.id::text as id, cause.sequence
   from member cause join notices e on e.school_id = $1 and e.created_by_membership_id = cause.id union all select 'document' as type, e.id::text as id, cause.sequence
   from (select * from seed where seed.kind = 'feature') cause join documents e on e.school_id = $1 and cause.id = 'document_library' union all select 'document' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name') cause join documents e on e.school_id = $1 and e.organization_id = cause.id union all select 'document' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'category') cause join documents e on e.school_id = $1 and e.category_id = cause.id union all select 'document' as type, e.id::text as id, cause.sequence
   from member cause join documents e on e.school_id = $1 and e.created_by_membership_id = cause.id union all select 'event' as type, case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id, cause.sequence
   from (select * from seed where seed.kind = 'feature') cause join events e on e.school_id = $1 and cause.id = 'calendar' union all select 'event' as type, case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name') cause join events e on e.school_id = $1 and e.organization_id = cause.id union all select 'event' as type, case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'category') cause join events e on e.school_id = $1 and e.category_id = cause.id union all select 'series' as type, e.id::text as id, cause.sequence
   from (select * from seed where seed.kind = 'feature') cause join event_series e on e.school_id = $1 and cause.id = 'calendar' union all select 'poll' as type, e.id::text as id, cause.sequence
   from (select * from seed where seed.kind = 'feature') cause join polls e on e.school_id = $1 and cause.id = 'polls' union all select 'poll' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'answers') cause join polls e on e.school_id = $1 and ($3::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) union all select 'poll' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'answers_of') cause join polls e on e.school_id = $1 and cause.id = any (e.audience_organization_ids) union all select 'signup' as type, e.id::text as id, cause.sequence
   from (select * from seed where seed.kind = 'feature') cause join signups e on e.school_id = $1 and cause.id = 'signups' union all select 'signup' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name') cause join signups e on e.school_id = $1 and e.organization_id = cause.id union all select 'signup' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'answers') cause join signups e on e.school_id = $1 and ($3::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) union all select 'signup' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'answers_of') cause join signups e on e.school_id = $1 and cause.id = any (e.audience_organization_ids) union all select 'permission_slip' as type, e.id::text as id, cause.sequence
   from (select * from seed where seed.kind = 'feature') cause join permission_slips e on e.school_id = $1 and cause.id = 'signups' union all select 'permission_slip' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name') cause join permission_slips e on e.school_id = $1 and e.organization_id = cause.id union all select 'permission_slip' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'answers') cause join permission_slips e on e.school_id = $1 and ($3::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) union all select 'permission_slip' as type, e.id::text as id, cause.sequence
   from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'answers_of') cause join permission_slips e on e.school_id = $1 and cause.id = any (e.audience_organization_ids) union all select 'event', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, cause.sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'event_row') cause
 join events e on e.school_id = $1 and e.id = cause.id union all select 'event', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, cause.sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'occurrences') cause
 join events e on e.school_id = $1 and e.series_id = cause.id union all select 'event', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, cause.sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'answers_of') cause
 join events e on e.school_id = $1 and e.rsvp_by is not null and cause.id = any (e.audience_organization_ids) union all select 'event', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, student.sequence from student
 join event_rsvps given on given.school_id = $1 and given.student_id = student.id
 join events e on e.school_id = $1 and e.id = given.event_id union all select 'event', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, student.sequence from student
 join family_guardians own on own.school_id = $1 and own.student_id = student.id and own.membership_id = $2
 join events e on e.school_id = $1 and e.rsvp_by = 'student' union all select 'event', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, member.sequence from member
 join event_rsvps given on given.school_id = $1 and member.id in (given.membership_id, given.answered_by_membership_id)
 join events e on e.school_id = $1 and e.id = given.event_id union all select 'event', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, member.sequence from member
 join events e on e.school_id = $1 and e.rsvp_by = 'person' where member.id = $2 union all select 'signup', claim.signup_id::text, reached.sequence from reached
 join signup_claims claim on claim.school_id = $1 and claim.membership_id = reached.id union all select 'poll', given.poll_id::text, member.sequence from member
 join memberships m on m.school_id = $1 and m.id = member.id
 join poll_responses given on given.school_id = $1 and given.user_id = m.user_id union all select 'permission_slip', slip.id::text, student.sequence from student
 join family_guardians own on own.school_id = $1 and own.student_id = student.id and own.membership_id = $2
 join permission_slips slip on slip.school_id = $1 union all select 'permission_slip', given.slip_id::text, member.sequence from member
 join permission_slip_responses given on given.school_id = $1
   and member.id in (given.signed_by_membership_id, given.recorded_by_membership_id)
)
select type, id, max(sequence)::float8 as sequence from (
  select * from published as told(type, id, sequence)
  union all select 'event' as type, id::text as id, sequence from (
select case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id, published.sequence from published
join signups item on item.school_id = $1 and item.id::text = published.id
join events e on e.school_id = $1 and e.id = item.event_id where published.type = 'signup' union all
select case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id, published.sequence from published
join permission_slips item on item.school_id = $1 and item.id::text = published.id
join events e on e.school_id = $1 and e.id = item.event_id where published.type = 'permission_slip') as found(id, sequence)
  union all select 'organization' as type, id::text as id, sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'organization' union all select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name' union all
select leader.organization_id, shown.sequence from (
  select 'parent' as type, id, sequence from member union all select 'staff', id, sequence from staff
  union all select 'student', id, sequence from student) shown
join organization_leaders leader on leader.school_id = $1
  and case shown.type when 'parent' then leader.membership_id when 'staff' then leader.staff_member_id
    else leader.student_id end = shown.id union all
select enrolled.organization_id, counted.sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'counted_student') counted
join organization_students enrolled on enrolled.school_id = $1 and enrolled.student_id = counted.id union all
select e.organization_id, published.sequence from published
join notices e on e.school_id = $1 and e.id::text = published.id
where published.type = 'notice' and e.organization_id is not null union all
select e.organization_id, published.sequence from published
join documents e on e.school_id = $1 and e.id::text = published.id
where published.type = 'document' and e.organization_id is not null union all
select e.organization_id, published.sequence from published
join events e on e.school_id = $1 and case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end = published.id
where published.type = 'event' and e.organization_id is not null union all
select e.organization_id, published.sequence from published
join event_series e on e.school_id = $1 and e.id::text = published.id
where published.type = 'series' and e.organization_id is not null union all
select e.organization_id, published.sequence from published
join polls e on e.school_id = $1 and e.id::text = published.id
where published.type = 'poll' and e.organization_id is not null union all
select e.organization_id, published.sequence from published
join signups e on e.school_id = $1 and e.id::text = published.id
where published.type = 'signup' and e.organization_id is not null) as found(id, sequence)
  union all select 'organization_roster' as type, id::text as id, sequence from (
select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'organization_roster'
union all select on_roster.organization_id, reached.sequence from reached
  join organization_parents on_roster on on_roster.school_id = $1 and on_roster.membership_id = reached.id
union all select enrolled.organization_id, student.sequence from student
  join organization_students enrolled on enrolled.school_id = $1 and enrolled.student_id = student.id) as found(id, sequence)
  union all select 'student' as type, id::text as id, sequence from (
select id, sequence from student
union all select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'shown_student'
union all select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'student_contact'
union all select g.student_id, reached.sequence from reached
  join guardians g on g.school_id = $1 and (g.membership_id = reached.id or g.shared_membership_id = reached.id)
union all select enrolled.student_id, named.sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name') named
  join organization_students enrolled on enrolled.school_id = $1 and enrolled.organization_id = named.id) as found(id, sequence)
  union all select 'staff_member' as type, id::text as id, sequence from (
select id, sequence from staff
union all select leader.staff_member_id, named.sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name') named
  join organization_leaders leader on leader.school_id = $1 and leader.organization_id = named.id
    and leader.staff_member_id is not null) as found(id, sequence)
  union all select 'list' as type, id::text as id, sequence from (
select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'list'
union all select own.id, student.sequence from student
  join list_students entry on entry.school_id = $1 and entry.student_id = student.id
  join lists own on own.school_id = $1 and own.id = entry.list_id and own.owner_membership_id = $2
union all select own.id, reached.sequence from reached
  join list_guardians entry on entry.school_id = $1 and entry.guardian_membership_id = reached.id
  join lists own on own.school_id = $1 and own.id = entry.list_id and own.owner_membership_id = $2
union all select own.id, shown.sequence from
  (select id, sequence from student union all select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'student_contact') shown
  join list_guardians entry on entry.school_id = $1 and entry.linked_student_id = shown.id
  join lists own on own.school_id = $1 and own.id = entry.list_id and own.owner_membership_id = $2) as found(id, sequence)
  union all select 'note' as type, id::text as id, sequence from (
select own.student_id, student.sequence from student
join notes own on own.school_id = $1 and own.student_id = student.id and own.author_membership_id = $2) as found(id, sequence)
  union all select 'me' as type, id::text as id, sequence from (
select $2::uuid as id, shown.sequence from
  (select id, sequence from student union all select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'student_contact') shown
  join guardians own on own.school_id = $1 and own.student_id = shown.id and own.membership_id = $2
union all select $2::uuid, named.sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'name') named join organization_grants held
  on held.school_id = $1 and held.organization_id = named.id and held.membership_id = $2) as found(id, sequence)
  union all select 'category' as type, id::text as id, sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'category') as found(id, sequence)
  union all select 'menu' as type, id::text as id, sequence from (select seed.id::uuid as id, seed.sequence from seed where seed.kind = 'menu') as found(id, sequence)
  union all
select 'menu', item.id::text, cause.sequence from seed cause join menu_entries item on item.school_id = $1
where cause.kind = 'feature' and cause.id = 'lunch_menus' union all
select 'staff_member', item.id::text, cause.sequence from seed cause join staff_members item on item.school_id = $1
where cause.kind = 'feature' and cause.id = 'staff_directory' union all
select 'organization', item.id::text, cause.sequence from seed cause join organizations item on item.school_id = $1
where cause.kind = 'feature'
  union all
select 'document', 'school-details', cause.sequence from seed cause
where cause.kind = 'feature' and cause.id = 'document_library'
) told group by type, id;

-- tellOfType
with viewer as (select $1::uuid, $2::uuid, $3::boolean, $4::timestamptz), asked as materialized (
  select id, since from jsonb_to_recordset($5) as given(id text, since timestamptz))
    select asked.id, coalesce(((case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then e.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))) and (e.status <> 'cancelled'
  or e.series_id is not null and (e.cancelled_at + interval '30 days') > $4::timestamptz)), false) as visible,
exists (select from unnest(array[asked.since, (e.cancelled_at + interval '30 days')]::timestamptz[]) as looked(moment)
  where looked.moment >= asked.since and (looked.moment < $4::timestamptz or looked.moment = asked.since) and coalesce(((case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then e.audience_organization_ids && array(select own.id from (
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
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= looked.moment::timestamptz
  and (held.expires_at is null or held.expires_at > looked.moment::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= looked.moment::timestamptz
  and (held.expires_at is null or held.expires_at > looked.moment::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))) and (e.status <> 'cancelled'
  or e.series_id is not null and (e.cancelled_at + interval '30 days') > looked.moment::timestamptz)), false)) as "visibleBefore"
    from asked join events e on e.school_id = $1 and case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end = asked.id;

with viewer as (select $1::uuid, $2::uuid, $3::boolean, $4::timestamptz), asked as materialized (
  select id, since from jsonb_to_recordset($5) as given(id text, since timestamptz))
    select asked.id, coalesce((case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then e.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))), false) as visible,
exists (select from unnest(array[asked.since]::timestamptz[]) as looked(moment)
  where looked.moment >= asked.since and (looked.moment < $4::timestamptz or looked.moment = asked.since) and coalesce((case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then e.audience_organization_ids && array(select own.id from (
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
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= looked.moment::timestamptz
  and (held.expires_at is null or held.expires_at > looked.moment::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= looked.moment::timestamptz
  and (held.expires_at is null or held.expires_at > looked.moment::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))), false)) as "visibleBefore"
    from asked join event_series e on e.school_id = $1 and e.id::text = asked.id;
