/* ObjectRemovalsRepository */

-- drop
delete from object_removals
where key in (select key from object_removals where key = any($1) order by key for update);

-- hasten
update object_removals set due_at = $2 where due_at > $2
and key in (select key from object_removals where key = any($1) order by key for update);

-- isDueAfter
SELECT 1 AS "row_exists"
FROM (SELECT 1 AS dummy_column) "dummy_table"
WHERE EXISTS (SELECT 1
FROM "object_removals" "ObjectRemoval"
WHERE (("ObjectRemoval"."key" = $1) AND ("ObjectRemoval"."due_at" > $2)))
LIMIT 1;

-- lockScheduled
with allowed as materialized (select pg_try_advisory_xact_lock_shared(7205759404) as yes) select key, due_at as "dueAt" from object_removals, allowed
where yes and key = any($1) order by key for update of object_removals skip locked;

-- putRemovals
insert into object_removals (key, due_at)
select distinct key, $2::timestamptz from unnest($1::text[]) key order by key
on conflict (key) do update set due_at = excluded.due_at;
