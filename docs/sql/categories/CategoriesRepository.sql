/* CategoriesRepository */

-- findItems
select array(select item.id from notices item where item.school_id = $1 and item.category_id = $2 order by item.id) as notices,
  array(select item.id from documents item where item.school_id = $1 and item.category_id = $2 order by item.id) as documents,
  array(select item.id from events item where item.school_id = $1 and item.category_id = $2 order by item.id) as event_rows;

-- insert
INSERT INTO "categories"("id", "school_id", "name", "color", "position")
VALUES (DEFAULT, $1, $2, $3, $4)
RETURNING "id";

-- lockOfSchool
select from schools where id = $1 for no key update;

-- remove
DELETE FROM "categories" WHERE ("school_id" = $1 AND "id" = $2);

-- update
UPDATE "categories" SET "name" = $1, "color" = $2, "position" = $3 WHERE ("school_id" = $4 AND "id" = $5);

-- writeAll
insert into categories (school_id, name, color, position)
select $2, name, color, position
from jsonb_to_recordset($1::jsonb) as c(name text, color text, position integer)
on conflict (school_id, name) do update set color = excluded.color, position = excluded.position
  where (categories.color, categories.position) is distinct from (excluded.color, excluded.position)
returning id;
