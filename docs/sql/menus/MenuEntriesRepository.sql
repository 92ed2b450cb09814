/* MenuEntriesRepository */

-- countOfSchool
SELECT COUNT(1) AS "cnt" FROM "menu_entries" "MenuEntry" WHERE (("MenuEntry"."school_id" = $1));

-- findIds
select e.id from unnest($1::date[], $2::text[]) with ordinality as meal(date, meal_type, at)
left join menu_entries e on e.school_id = $3 and e.date = meal.date and e.meal_type = meal.meal_type
order by meal.at;

-- lockEntry
SELECT "MenuEntry"."id" AS "MenuEntry_id", "MenuEntry"."school_id" AS "MenuEntry_school_id",
  "MenuEntry"."date" AS "MenuEntry_date", "MenuEntry"."meal_type" AS "MenuEntry_meal_type",
  "MenuEntry"."items" AS "MenuEntry_items", "MenuEntry"."allergens" AS "MenuEntry_allergens",
  "MenuEntry"."dietary_tags" AS "MenuEntry_dietary_tags",
  "MenuEntry"."image_name" AS "MenuEntry_image_name",
  "MenuEntry"."image_items_hash" AS "MenuEntry_image_items_hash",
  "MenuEntry"."image_generated_at" AS "MenuEntry_image_generated_at",
  "MenuEntry"."sequence" AS "MenuEntry_sequence",
  "MenuEntry"."updated_at" AS "MenuEntry_updated_at"
FROM "menu_entries" "MenuEntry"
WHERE (("MenuEntry"."school_id" = $1) AND ("MenuEntry"."id" = $2))
LIMIT 1 FOR UPDATE;

-- remove
DELETE FROM "menu_entries" WHERE ("school_id" = $1 AND "id" = $2);

-- update
UPDATE "menu_entries"
SET "date" = $1, "meal_type" = $2, "items" = $3, "allergens" = $4, "dietary_tags" = $5,
  "image_name" = $6, "image_items_hash" = $7, "image_generated_at" = $8,
  "sequence" = $9, "updated_at" = $10
WHERE ("school_id" = $11 AND "id" = $12);

-- writeMenus
with matched as materialized (
  select e.id, g.date, g.meal_type, g.items, coalesce(g.allergens, e.allergens, '{}') as allergens,
    coalesce(g.dietary_tags, e.dietary_tags, '{}') as dietary_tags
  from jsonb_to_recordset($1::jsonb)
    as g(date date, meal_type text, items text, allergens text[], dietary_tags text[])
  left join menu_entries e on e.school_id = $2 and e.date = g.date and e.meal_type = g.meal_type
), created as (
  insert into menu_entries (school_id, date, meal_type, items, allergens, dietary_tags, updated_at)
  select $2, date, meal_type, items, allergens, dietary_tags, $3 from matched where id is null
  returning id
), updated as (
  update menu_entries e set items = m.items, allergens = m.allergens, dietary_tags = m.dietary_tags,
    sequence = e.sequence + 1, updated_at = $3
  from matched m
  where e.school_id = $2 and e.id = m.id
    and (e.items, e.allergens, e.dietary_tags) is distinct from (m.items, m.allergens, m.dietary_tags)
  returning e.id
)
select
  (select count(*) from created)::int as created,
  (select count(*) from updated)::int as updated,
  0 as archived,
  array(select id from created union all select id from updated) as ids,
  ((select count(*) from matched where id is not null) - (select count(*) from updated))::int as unchanged;
