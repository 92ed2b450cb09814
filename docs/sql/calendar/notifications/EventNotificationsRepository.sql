/* EventNotificationsRepository */

-- findComing
select distinct e.id as "eventId", coalesce(r.membership_id, family.membership_id) as "membershipId", home.locale
from events e join schools home on home.id = e.school_id
join event_rsvps r on (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student')) and r.answer in ('yes', 'maybe')
left join family_guardians family on family.school_id = r.school_id and family.student_id = r.student_id
where e.school_id = $1 and e.id = any ($2::uuid[]) and coalesce(r.membership_id, family.membership_id) is not null;

-- findEvent
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
  "CalendarEvent"."rsvp_by" AS "CalendarEvent_rsvp_by",
  "CalendarEvent"."rsvp_lead_seconds" AS "CalendarEvent_rsvp_lead_seconds",
  "CalendarEvent"."rsvp_capacity" AS "CalendarEvent_rsvp_capacity",
  "CalendarEvent"."sequence" AS "CalendarEvent_sequence",
  "CalendarEvent"."calendar" AS "CalendarEvent_calendar",
  "CalendarEvent"."source_updated_at" AS "CalendarEvent_source_updated_at",
  "CalendarEvent"."series_id" AS "CalendarEvent_series_id",
  "CalendarEvent"."original_start" AS "CalendarEvent_original_start",
  "CalendarEvent"."starts_at" AS "CalendarEvent_starts_at",
  "CalendarEvent"."ends_at" AS "CalendarEvent_ends_at",
  "CalendarEvent"."start_date" AS "CalendarEvent_start_date",
  "CalendarEvent"."end_date" AS "CalendarEvent_end_date",
  "CalendarEvent"."status" AS "CalendarEvent_status",
  "CalendarEvent"."cancelled_at" AS "CalendarEvent_cancelled_at",
  "CalendarEvent"."arrival_at" AS "CalendarEvent_arrival_at",
  "CalendarEvent"."rsvp_reminded_at" AS "CalendarEvent_rsvp_reminded_at",
  "CalendarEvent"."overrides" AS "CalendarEvent_overrides"
FROM "events" "CalendarEvent"
WHERE (("CalendarEvent"."school_id" = $1) AND ("CalendarEvent"."id" = $2))
LIMIT 1;

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
