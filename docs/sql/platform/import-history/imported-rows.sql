/* imported-rows */

-- findRowsToTell
select c.table_name as "table", (select jsonb_object_agg(key, c.before -> key) from unnest($5::text[]) key where c.before ? key) as before, (select jsonb_object_agg(key, c.after -> key) from unnest($5::text[]) key where c.after ? key) as after,
  array(select name from jsonb_object_keys(coalesce(c.after, c.before)) name
    where c.before -> name is distinct from c.after -> name) as columns
from import_changes c
where c.run_id = $1 and c.school_id = $2 and c.number > $3 and c.table_name = any ($4)
order by c.number limit $6;

-- findSchoolsToTell
select of_run.school_id as id, last.number as "lastNumber" from (
with recursive found as (
  (select school_id from import_changes where run_id = $1 order by school_id limit 1)
  union all
  select (select c.school_id from import_changes c where c.run_id = $1 and c.school_id > found.school_id
    order by c.school_id limit 1)
  from found where found.school_id is not null)
select school_id from found where school_id is not null) of_run
cross join lateral (select c.number from import_changes c
  where c.run_id = $1 and c.school_id = of_run.school_id order by c.number desc limit 1) last
where last.number > $2;
