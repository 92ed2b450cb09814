import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MealType } from './meal-type.js';
import type { RowCounts } from '../../platform/import-report.js';

/** One meal as a source has it. Texts are normalised by the caller. */
export interface ImportedMenu {
  /** `YYYY-MM-DD`; unique within one import together with the meal type. */
  date: string;
  mealType: MealType;
  items: string;
  /** Undefined: the source does not say, and what is stored stays. */
  allergens: string[] | undefined;
  dietaryTags: string[] | undefined;
}

// One statement a chunk: match, create, change and count against one snapshot.
const WRITE_MENUS = `
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
  ((select count(*) from matched where id is not null) - (select count(*) from updated))::int as unchanged`;

@Injectable()
export class MenuImportRepository {
  async writeMenus(
    manager: EntityManager,
    schoolId: string,
    menus: ImportedMenu[],
    now: Date,
  ): Promise<RowCounts> {
    const rows = menus.map(({ date, mealType, items, allergens, dietaryTags }) => ({
      date,
      meal_type: mealType,
      items,
      allergens,
      dietary_tags: dietaryTags,
    }));
    const [counts] = await manager.query<RowCounts[]>(WRITE_MENUS, [JSON.stringify(rows), schoolId, now]);
    return counts!;
  }
}
