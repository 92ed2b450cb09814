/* MenuImportRepository */

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
  returning 1
), updated as (
  update menu_entries e set items = m.items, allergens = m.allergens, dietary_tags = m.dietary_tags,
    sequence = e.sequence + 1, updated_at = $3
  from matched m
  where e.school_id = $2 and e.id = m.id
    and (e.items, e.allergens, e.dietary_tags) is distinct from (m.items, m.allergens, m.dietary_tags)
  returning 1
)
select
  (select count(*) from created)::int as created,
  (select count(*) from updated)::int as updated,
  0 as archived,
  ((select count(*) from matched where id is not null) - (select count(*) from updated))::int as unchanged;
