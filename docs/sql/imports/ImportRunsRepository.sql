/* ImportRunsRepository */

-- finish
delete from import_changes c using import_runs r
where c.run_id = $1 and r.id = $1 and r.school_id = c.school_id and r.too_large;

select coalesce(s.short_name, r.school_id::text) as "shortName", r.too_large as "tooLarge"
from import_runs r left join schools s on s.id = r.school_id where r.id = $1 order by s.short_name;

update import_runs r set counts = coalesce(counted.by_table, '{}'), too_large = coalesce(counted.n, 0) > $2::bigint
from (
  select school_id, sum(n) as n, jsonb_object_agg(table_name, jsonb_build_object(
    'created', created, 'changed', n - created - removed, 'removed', removed)) as by_table
  from (
    select school_id, table_name, count(*) as n, count(*) filter (where before is null) as created,
      count(*) filter (where after is null) as removed
    from import_changes where run_id = $1 group by school_id, table_name) each_table
  group by school_id) counted
where r.id = $1 and r.school_id = counted.school_id;
