/* ContentEventsRepository */

-- find
select wanted.name, coalesce(single.id, occurrence.id) as id
from (select distinct unnest($2::text[]) as name) wanted
left join events single on single.school_id = $1 and single.source = 'content' and single.source_id = wanted.name
left join event_series series on series.school_id = $1 and series.source = 'content'
  and series.source_id = substring(wanted.name from '^(.+)_\d{8}(?:T\d{6}Z)?$')
left join events occurrence on occurrence.school_id = $1 and occurrence.series_id = series.id
  and occurrence.original_start = substring(wanted.name from '_(\d{8}(?:T\d{6}Z)?)$')
where coalesce(single.id, occurrence.id) is not null;
