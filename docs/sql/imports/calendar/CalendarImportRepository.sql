/* CalendarImportRepository */

-- find
select
  (select id from organizations where school_id = $1 and (short_name = $2 or id::text = $2)
   order by short_name = $2 desc limit 1) as organization_id,
  (select id from categories where school_id = $1 and name = $3) as category_id,
  array(select id from categories where school_id = $1 and lower(name) = lower($3) limit 2) as like_category;
