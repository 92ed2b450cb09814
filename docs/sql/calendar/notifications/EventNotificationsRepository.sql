/* EventNotificationsRepository */

-- findResult
SELECT "EventResult"."event_id" AS "EventResult_event_id",
  "EventResult"."school_id" AS "EventResult_school_id",
  "EventResult"."organization_id" AS "EventResult_organization_id",
  "EventResult"."outcome" AS "EventResult_outcome",
  "EventResult"."score_for" AS "EventResult_score_for",
  "EventResult"."score_against" AS "EventResult_score_against",
  "EventResult"."place" AS "EventResult_place", "EventResult"."field_size" AS "EventResult_field_size",
  "EventResult"."summary" AS "EventResult_summary",
  "EventResult"."recorded_by_membership_id" AS "EventResult_recorded_by_membership_id",
  "EventResult"."updated_at" AS "EventResult_updated_at"
FROM "event_results" "EventResult"
WHERE (("EventResult"."school_id" = $1) AND ("EventResult"."event_id" = $2))
LIMIT 1;

-- getEvent
SELECT "CalendarEvent"."id" AS "CalendarEvent_id",
  "CalendarEvent"."school_id" AS "CalendarEvent_school_id",
  "CalendarEvent"."organization_id" AS "CalendarEvent_organization_id",
  "CalendarEvent"."audience_type" AS "CalendarEvent_audience_type",
  "CalendarEvent"."audience_years" AS "CalendarEvent_audience_years",
  "CalendarEvent"."audience_organization_ids" AS "CalendarEvent_audience_organization_ids",
  "CalendarEvent"."source" AS "CalendarEvent_source",
  "CalendarEvent"."source_digest" AS "CalendarEvent_source_digest",
  "CalendarEvent"."created_at" AS "CalendarEvent_created_at",
  "CalendarEvent"."updated_at" AS "CalendarEvent_updated_at",
  "CalendarEvent"."category_id" AS "CalendarEvent_category_id",
  "CalendarEvent"."source_id" AS "CalendarEvent_source_id",
  "CalendarEvent"."title" AS "CalendarEvent_title",
  "CalendarEvent"."description" AS "CalendarEvent_description",
  "CalendarEvent"."location" AS "CalendarEvent_location",
  "CalendarEvent"."all_day" AS "CalendarEvent_all_day",
  "CalendarEvent"."time_zone" AS "CalendarEvent_time_zone",
  "CalendarEvent"."tags" AS "CalendarEvent_tags",
  "CalendarEvent"."event_type" AS "CalendarEvent_event_type",
  "CalendarEvent"."home_away" AS "CalendarEvent_home_away",
  "CalendarEvent"."opponent" AS "CalendarEvent_opponent",
  "CalendarEvent"."uniform" AS "CalendarEvent_uniform",
  "CalendarEvent"."sequence" AS "CalendarEvent_sequence",
  "CalendarEvent"."series_id" AS "CalendarEvent_series_id",
  "CalendarEvent"."original_start" AS "CalendarEvent_original_start",
  "CalendarEvent"."starts_at" AS "CalendarEvent_starts_at",
  "CalendarEvent"."ends_at" AS "CalendarEvent_ends_at",
  "CalendarEvent"."start_date" AS "CalendarEvent_start_date",
  "CalendarEvent"."end_date" AS "CalendarEvent_end_date",
  "CalendarEvent"."status" AS "CalendarEvent_status",
  "CalendarEvent"."cancelled_at" AS "CalendarEvent_cancelled_at",
  "CalendarEvent"."arrival_at" AS "CalendarEvent_arrival_at",
  "CalendarEvent"."overrides" AS "CalendarEvent_overrides"
FROM "events" "CalendarEvent"
WHERE (("CalendarEvent"."school_id" = $1) AND ("CalendarEvent"."id" = $2))
LIMIT 1;

-- notify
insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
select item.school_id, m.id, item.kind, 'event', item.target_id, item.title, $2
from json_to_recordset($1) as item(kind text, target_id text, title text, school_id uuid, organization_id uuid,
  audience_type text, audience_years int[], audience_organization_ids uuid[])
join schools school on school.id = item.school_id and coalesce((school.features ->> 'calendar')::boolean, true)
join memberships m on m.school_id = item.school_id and m.deactivated_at is null
where m.id is distinct from $3::uuid and case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from guardians family
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
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end
order by m.id, item.target_id for key share of m
on conflict on constraint notifications_once_key do update
set id = excluded.id, title = excluded.title, created_at = excluded.created_at, read_at = null;

-- removeResult
delete from notifications n using events e
where e.school_id = $1 and e.id = $2 and n.school_id = e.school_id and n.target_type = 'event' and n.target_id = case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end
  and n.kind = 'result_posted' and n.read_at is null;
