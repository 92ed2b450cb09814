/* OneRosterRepository */

-- changeSchool
update schools set name = $2, time_zone = $3, updated_at = now() where id = $1;

-- createSchool
insert into schools (short_name, name, time_zone, country, locale, source, source_id)
values ($1, $2, $3, 'US', 'en-US', $4, $5)
on conflict (short_name) do nothing
returning id, short_name as "shortName", name, time_zone as "timeZone";

-- dayAtSchools
select min(($2::timestamptz at time zone time_zone)::date)::text as day from schools where source = $1;

-- findSchool
select id, short_name as "shortName", name,
  time_zone as "timeZone" from schools where source = $1 and source_id = $2;

-- lockSchools
select pg_advisory_xact_lock(hashtextextended('oneroster:schools', 0));

-- schoolsBySourceId
select id, name, source_id from schools where source = $1;
