/* current-import-run */

-- beginTracking
select set_config('school_directory.import_run', $1, true), set_config('school_directory.import_school', $2, true),
  set_config('school_directory.import_at', $3, true);

-- endTracking
insert into import_runs (school_id, id, kind, at) select school_id, $1, $2, $3 from (
with recursive found as (
  (select school_id from import_changes where run_id = $1 order by school_id limit 1)
  union all
  select (select c.school_id from import_changes c where c.run_id = $1 and c.school_id > found.school_id
    order by c.school_id limit 1)
  from found where found.school_id is not null)
select school_id from found where school_id is not null) schools
on conflict (school_id, id) do nothing;
