import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockSchoolRow } from '../../platform/auth/school-lock.repository.js';
import type { RowCounts } from '../../platform/import-report.js';
import type { MealType } from './meal-type.js';
import type { MenuEntryBody } from './menu.dto.js';
import { MenuEntry } from './menu-entry.entity.js';
import { MENUS_OF_DAYS } from './menus.snapshots.js';

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

export interface WrittenMenus extends RowCounts {
  /** Entries that are new, or another than before. */
  ids: string[];
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
  ((select count(*) from matched where id is not null) - (select count(*) from updated))::int as unchanged`;

@Injectable()
export class MenuEntriesRepository {
  async writeMenus(
    manager: EntityManager,
    schoolId: string,
    menus: ImportedMenu[],
    now: Date,
  ): Promise<WrittenMenus> {
    const rows = menus.map(({ date, mealType, items, allergens, dietaryTags }) => ({
      date,
      meal_type: mealType,
      items,
      allergens,
      dietary_tags: dietaryTags,
    }));
    const [counts] = await manager.query<WrittenMenus[]>(WRITE_MENUS, [JSON.stringify(rows), schoolId, now]);
    return counts!;
  }

  /** Another request that would add entries to the school waits until the transaction ends. */
  async countOfSchool(manager: EntityManager, schoolId: string): Promise<number> {
    await lockSchoolRow(manager, schoolId);
    return manager.getRepository(MenuEntry).countBy({ schoolId });
  }

  lockEntry(manager: EntityManager, schoolId: string, id: string): Promise<MenuEntry | null> {
    const where = { schoolId, id };
    return manager.getRepository(MenuEntry).findOne({ where, lock: { mode: 'pessimistic_write' } });
  }

  /** Ids of these meals, in their order; null for one that is not there. */
  async findIds(
    manager: EntityManager,
    schoolId: string,
    meals: Pick<ImportedMenu, 'date' | 'mealType'>[],
  ): Promise<(string | null)[]> {
    const rows = await manager.query<{ id: string | null }[]>(
      `select e.id from unnest($1::date[], $2::text[]) with ordinality as meal(date, meal_type, at)
       left join menu_entries e on e.school_id = $3 and e.date = meal.date and e.meal_type = meal.meal_type
       order by meal.at`,
      [meals.map(({ date }) => date), meals.map(({ mealType }) => mealType), schoolId],
    );
    return rows.map(({ id }) => id);
  }

  /** The menu of one day, in the shape of the answer. @param pictures beginning of the address of a picture */
  findOfDay(
    manager: EntityManager,
    schoolId: string,
    date: string,
    pictures: string,
  ): Promise<MenuEntryBody[]> {
    return manager.query<MenuEntryBody[]>(MENUS_OF_DAYS.rows, [schoolId, pictures, date, 1]);
  }

  async update(manager: EntityManager, { schoolId, id, ...changed }: MenuEntry): Promise<void> {
    await manager.getRepository(MenuEntry).update({ schoolId, id }, changed);
  }

  async remove(manager: EntityManager, { schoolId, id }: MenuEntry): Promise<void> {
    await manager.getRepository(MenuEntry).delete({ schoolId, id });
  }
}
