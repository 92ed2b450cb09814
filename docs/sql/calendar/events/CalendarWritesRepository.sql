/* CalendarWritesRepository */

-- carryOut
DELETE FROM "events" WHERE ("school_id" = $1 AND "id" IN ($2, …));

INSERT INTO "events"("id", "school_id", "organization_id", "audience_type", "audience_years",
  "audience_organization_ids", "source", "source_digest", "created_at", "updated_at", "category_id",
  "source_id", "title", "description", "location", "all_day", "time_zone", "tags", "event_type",
  "home_away", "opponent", "uniform", "rsvp_by", "rsvp_lead_seconds", "rsvp_capacity", "sequence",
  "calendar", "source_updated_at", "series_id", "original_start", "starts_at", "ends_at", "start_date",
  "end_date", "status", "cancelled_at", "arrival_at",
  "rsvp_reminded_at", "overrides")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
  $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34,
  $35, $36, $37, $38, $39)
ON CONFLICT ( "school_id", "id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "id" = EXCLUDED."id",
  "organization_id" = EXCLUDED."organization_id", "audience_type" = EXCLUDED."audience_type",
  "audience_years" = EXCLUDED."audience_years",
  "audience_organization_ids" = EXCLUDED."audience_organization_ids", "source" = EXCLUDED."source",
  "source_digest" = EXCLUDED."source_digest", "created_at" = EXCLUDED."created_at",
  "updated_at" = EXCLUDED."updated_at", "category_id" = EXCLUDED."category_id",
  "source_id" = EXCLUDED."source_id", "title" = EXCLUDED."title",
  "description" = EXCLUDED."description", "location" = EXCLUDED."location",
  "all_day" = EXCLUDED."all_day", "time_zone" = EXCLUDED."time_zone", "tags" = EXCLUDED."tags",
  "event_type" = EXCLUDED."event_type", "home_away" = EXCLUDED."home_away",
  "opponent" = EXCLUDED."opponent", "uniform" = EXCLUDED."uniform", "rsvp_by" = EXCLUDED."rsvp_by",
  "rsvp_lead_seconds" = EXCLUDED."rsvp_lead_seconds", "rsvp_capacity" = EXCLUDED."rsvp_capacity",
  "sequence" = EXCLUDED."sequence", "calendar" = EXCLUDED."calendar",
  "source_updated_at" = EXCLUDED."source_updated_at", "series_id" = EXCLUDED."series_id",
  "original_start" = EXCLUDED."original_start", "starts_at" = EXCLUDED."starts_at",
  "ends_at" = EXCLUDED."ends_at", "start_date" = EXCLUDED."start_date",
  "end_date" = EXCLUDED."end_date", "status" = EXCLUDED."status",
  "cancelled_at" = EXCLUDED."cancelled_at", "arrival_at" = EXCLUDED."arrival_at",
  "rsvp_reminded_at" = EXCLUDED."rsvp_reminded_at",
  "overrides" = EXCLUDED."overrides"
RETURNING "id", "audience_years", "audience_organization_ids", "tags", "event_type", "sequence",
  "status", "overrides";

INSERT INTO "events"("id", "school_id", "organization_id", "audience_type", "audience_years",
  "audience_organization_ids", "source", "source_digest", "created_at", "updated_at", "category_id",
  "source_id", "title", "description", "location", "all_day", "time_zone", "tags", "event_type",
  "home_away", "opponent", "uniform", "rsvp_by", "rsvp_lead_seconds", "rsvp_capacity", "sequence",
  "calendar", "source_updated_at", "series_id", "original_start", "starts_at", "ends_at", "start_date",
  "end_date", "status", "cancelled_at", "arrival_at",
  "rsvp_reminded_at", "overrides")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
  $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35,
  $36, $37, $38, $39), …
ON CONFLICT ( "school_id", "id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "id" = EXCLUDED."id",
  "organization_id" = EXCLUDED."organization_id", "audience_type" = EXCLUDED."audience_type",
  "audience_years" = EXCLUDED."audience_years",
  "audience_organization_ids" = EXCLUDED."audience_organization_ids", "source" = EXCLUDED."source",
  "source_digest" = EXCLUDED."source_digest", "created_at" = EXCLUDED."created_at",
  "updated_at" = EXCLUDED."updated_at", "category_id" = EXCLUDED."category_id",
  "source_id" = EXCLUDED."source_id", "title" = EXCLUDED."title",
  "description" = EXCLUDED."description", "location" = EXCLUDED."location",
  "all_day" = EXCLUDED."all_day", "time_zone" = EXCLUDED."time_zone", "tags" = EXCLUDED."tags",
  "event_type" = EXCLUDED."event_type", "home_away" = EXCLUDED."home_away",
  "opponent" = EXCLUDED."opponent", "uniform" = EXCLUDED."uniform", "rsvp_by" = EXCLUDED."rsvp_by",
  "rsvp_lead_seconds" = EXCLUDED."rsvp_lead_seconds", "rsvp_capacity" = EXCLUDED."rsvp_capacity",
  "sequence" = EXCLUDED."sequence", "calendar" = EXCLUDED."calendar",
  "source_updated_at" = EXCLUDED."source_updated_at", "series_id" = EXCLUDED."series_id",
  "original_start" = EXCLUDED."original_start", "starts_at" = EXCLUDED."starts_at",
  "ends_at" = EXCLUDED."ends_at", "start_date" = EXCLUDED."start_date",
  "end_date" = EXCLUDED."end_date", "status" = EXCLUDED."status",
  "cancelled_at" = EXCLUDED."cancelled_at", "arrival_at" = EXCLUDED."arrival_at",
  "rsvp_reminded_at" = EXCLUDED."rsvp_reminded_at",
  "overrides" = EXCLUDED."overrides"
RETURNING "id", "audience_years", "audience_organization_ids", "tags", "event_type", "sequence",
  "status", "overrides";

-- deleteSeries
DELETE FROM "event_series" WHERE ("school_id" = $1 AND "id" = $2);

-- findNextOccurrence
select e.id from events e where e.school_id = $1 and e.series_id = $2 and e.status <> 'cancelled'
  and case when e.all_day then e.start_date > $3::date else e.starts_at > $4 end
order by e.start_date, e.starts_at limit 1;

-- findWithAnswers
select distinct event_id as "eventId" from event_rsvps where school_id = $1 and event_id = any ($2::uuid[]);

-- findWithResult
SELECT "EventResult"."event_id" AS "EventResult_event_id",
  "EventResult"."school_id" AS "EventResult_school_id"
FROM "event_results" "EventResult"
WHERE (("EventResult"."school_id" = $1) AND ("EventResult"."event_id" IN ($2, …)));

SELECT "EventResult"."event_id" AS "EventResult_event_id",
  "EventResult"."school_id" AS "EventResult_school_id"
FROM "event_results" "EventResult"
WHERE (("EventResult"."school_id" = $1) AND (0=1));

-- insertEvent
INSERT INTO "events"("id", "school_id", "organization_id", "audience_type", "audience_years",
  "audience_organization_ids", "source", "source_digest", "created_at", "updated_at", "category_id",
  "source_id", "title", "description", "location", "all_day", "time_zone", "tags", "event_type",
  "home_away", "opponent", "uniform", "rsvp_by", "rsvp_lead_seconds", "rsvp_capacity", "sequence",
  "calendar", "source_updated_at", "series_id", "original_start", "starts_at", "ends_at", "start_date",
  "end_date", "status", "cancelled_at", "arrival_at",
  "rsvp_reminded_at", "overrides")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
  $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34,
  $35, $36, $37, $38, $39)
RETURNING "id", "audience_years", "audience_organization_ids", "tags", "event_type", "sequence",
  "status", "overrides";

-- insertSeries
INSERT INTO "event_series"("id", "school_id", "organization_id", "audience_type", "audience_years",
  "audience_organization_ids", "source", "source_digest", "created_at", "updated_at", "category_id",
  "source_id", "title", "description", "location", "all_day", "time_zone", "tags", "event_type",
  "home_away", "opponent", "uniform", "rsvp_by", "rsvp_lead_seconds", "rsvp_capacity", "sequence",
  "calendar", "source_updated_at", "local_start", "duration", "rrule", "rdates", "exdates",
  "arrival_minutes_before", "split_from_id")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
  $21, $22, $23, $24, $25, $26, $27, $28, $29, $30,
  $31, $32, $33, $34, $35)
RETURNING "id", "audience_years", "audience_organization_ids", "tags", "event_type",
  "sequence", "rdates", "exdates";

-- lockOccurrences
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
WHERE (("CalendarEvent"."school_id" = $1) AND ("CalendarEvent"."series_id" = $2))
ORDER BY "CalendarEvent"."original_start" ASC FOR UPDATE;

-- lockSeries
SELECT "EventSeries"."id" AS "EventSeries_id", "EventSeries"."school_id" AS "EventSeries_school_id",
  "EventSeries"."organization_id" AS "EventSeries_organization_id",
  "EventSeries"."audience_type" AS "EventSeries_audience_type",
  "EventSeries"."audience_years" AS "EventSeries_audience_years",
  "EventSeries"."audience_organization_ids" AS "EventSeries_audience_organization_ids",
  "EventSeries"."source" AS "EventSeries_source",
  "EventSeries"."source_digest" AS "EventSeries_source_digest",
  "EventSeries"."created_at" AS "EventSeries_created_at",
  "EventSeries"."updated_at" AS "EventSeries_updated_at",
  "EventSeries"."category_id" AS "EventSeries_category_id",
  "EventSeries"."source_id" AS "EventSeries_source_id", "EventSeries"."title" AS "EventSeries_title",
  "EventSeries"."description" AS "EventSeries_description",
  "EventSeries"."location" AS "EventSeries_location", "EventSeries"."all_day" AS "EventSeries_all_day",
  "EventSeries"."time_zone" AS "EventSeries_time_zone", "EventSeries"."tags" AS "EventSeries_tags",
  "EventSeries"."event_type" AS "EventSeries_event_type",
  "EventSeries"."home_away" AS "EventSeries_home_away",
  "EventSeries"."opponent" AS "EventSeries_opponent", "EventSeries"."uniform" AS "EventSeries_uniform",
  "EventSeries"."rsvp_by" AS "EventSeries_rsvp_by",
  "EventSeries"."rsvp_lead_seconds" AS "EventSeries_rsvp_lead_seconds",
  "EventSeries"."rsvp_capacity" AS "EventSeries_rsvp_capacity",
  "EventSeries"."sequence" AS "EventSeries_sequence",
  "EventSeries"."calendar" AS "EventSeries_calendar",
  "EventSeries"."source_updated_at" AS "EventSeries_source_updated_at",
  "EventSeries"."local_start" AS "EventSeries_local_start",
  "EventSeries"."duration" AS "EventSeries_duration", "EventSeries"."rrule" AS "EventSeries_rrule",
  "EventSeries"."rdates" AS "EventSeries_rdates", "EventSeries"."exdates" AS "EventSeries_exdates",
  "EventSeries"."arrival_minutes_before" AS "EventSeries_arrival_minutes_before",
  "EventSeries"."split_from_id" AS "EventSeries_split_from_id"
FROM "event_series" "EventSeries"
WHERE (("EventSeries"."school_id" = $1) AND ("EventSeries"."id" = $2))
LIMIT 1 FOR UPDATE;

-- lockSingleEvent
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
WHERE (("CalendarEvent"."school_id" = $1) AND ("CalendarEvent"."id" = $2) AND ("CalendarEvent"."series_id" IS NULL))
LIMIT 1 FOR UPDATE;

-- schoolZone
select time_zone from schools where id = $1;

-- updateEvent
UPDATE "events"
SET "school_id" = $1, "organization_id" = $2, "audience_type" = $3, "audience_years" = $4,
  "audience_organization_ids" = $5, "source" = $6, "source_digest" = $7, "created_at" = $8,
  "updated_at" = $9, "category_id" = $10, "source_id" = $11, "title" = $12, "description" = $13,
  "location" = $14, "all_day" = $15, "time_zone" = $16, "tags" = $17, "event_type" = $18,
  "home_away" = $19, "opponent" = $20, "uniform" = $21, "rsvp_by" = $22, "rsvp_lead_seconds" = $23,
  "rsvp_capacity" = $24, "sequence" = $25, "calendar" = $26, "source_updated_at" = $27,
  "series_id" = $28, "original_start" = $29, "starts_at" = $30, "ends_at" = $31, "start_date" = $32,
  "end_date" = $33, "status" = $34, "cancelled_at" = $35, "arrival_at" = $36,
  "rsvp_reminded_at" = $37, "overrides" = $38
WHERE ("school_id" = $39 AND "id" = $40);

-- updateSeries
UPDATE "event_series"
SET "school_id" = $1, "organization_id" = $2, "audience_type" = $3, "audience_years" = $4,
  "audience_organization_ids" = $5, "source" = $6, "source_digest" = $7, "created_at" = $8,
  "updated_at" = $9, "category_id" = $10, "source_id" = $11, "title" = $12, "description" = $13,
  "location" = $14, "all_day" = $15, "time_zone" = $16, "tags" = $17, "event_type" = $18,
  "home_away" = $19, "opponent" = $20, "uniform" = $21, "rsvp_by" = $22, "rsvp_lead_seconds" = $23,
  "rsvp_capacity" = $24, "sequence" = $25, "calendar" = $26, "source_updated_at" = $27,
  "local_start" = $28, "duration" = $29, "rrule" = $30, "rdates" = $31, "exdates" = $32,
  "arrival_minutes_before" = $33,
  "split_from_id" = $34
WHERE ("school_id" = $35 AND "id" = $36);

UPDATE "event_series"
SET "title" = $1, "description" = $2, "location" = $3, "category_id" = $4, "tags" = $5,
  "organization_id" = $6, "audience_type" = $7, "audience_years" = $8,
  "audience_organization_ids" = $9, "event_type" = $10, "home_away" = $11, "opponent" = $12,
  "uniform" = $13, "rsvp_by" = $14, "rsvp_lead_seconds" = $15, "rsvp_capacity" = $16, "all_day" = $17,
  "local_start" = $18, "duration" = $19, "time_zone" = $20, "rdates" = $21, "exdates" = $22,
  "rrule" = $23, "arrival_minutes_before" = $24, "split_from_id" = $25, "sequence" = $26,
  "source_id" = $27, "source_digest" = $28, "calendar" = $29, "source_updated_at" = $30,
  "school_id" = $31, "source" = $32,
  "created_at" = $33, "updated_at" = $34
WHERE ("school_id" = $35 AND "id" = $36);
