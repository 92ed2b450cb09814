/* MenuImageRunsRepository */

-- claimRun
with first as (
  insert into menu_image_runs (school_id, menu_entry_id, id, items_hash, state, expires_at)
  values ($1, $2, gen_random_uuid(), $3, 'running', clock_timestamp() + $4 * interval '1 millisecond')
  on conflict do nothing returning id
), another as (
  update menu_image_runs run set id = gen_random_uuid(), items_hash = $3, state = 'running',
    expires_at = clock_timestamp() + $4 * interval '1 millisecond'
  where run.school_id = $1 and run.menu_entry_id = $2 and run.id = $5 and not (run.state = 'running' and run.expires_at > clock_timestamp()) returning id
)
select id from first union all select id from another;

-- endRun
UPDATE "menu_image_runs"
SET "state" = $1
WHERE ("school_id" = $2 AND "menu_entry_id" = $3 AND "id" = $4 AND "state" = $5);

-- findEntry
select entry.id, entry.school_id as "schoolId", entry.meal_type as "mealType", entry.items,
  entry.image_name as "imageName", entry.image_items_hash as "imageItemsHash",
  to_char(entry.image_generated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "imageGeneratedAt", run.id as "runId",
  run.items_hash as "runItemsHash", coalesce(run.state = 'running' and run.expires_at > clock_timestamp(), false) as "isRunning"
from menu_entries entry left join menu_image_runs run on run.school_id = entry.school_id and run.menu_entry_id = entry.id
where entry.school_id = $1 and entry.id = $2;

-- putPicture
update menu_entries entry set image_name = $3, image_items_hash = $4, image_generated_at = $5
from (select id, image_name from menu_entries where school_id = $1 and id = $2 for update) before
where entry.school_id = $1 and entry.id = before.id returning before.image_name;
