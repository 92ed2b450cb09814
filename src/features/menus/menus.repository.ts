import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { utcText } from '../../database/utc-text.js';
import { MEAL_ORDER } from './meal-order.sql.js';

export interface MenuDays {
  /** `YYYY-MM-DD` at the school. */
  from: string;
  /** How many. */
  days: number;
}

/** $2 is what an image's name is put behind. */
const MENUS = (condition: string): string => `
  select '{"menus":' || coalesce(json_agg(entry), '[]')::text || '}' as text from (
    select id, date, meal_type, items, $2 || image_name as image_url,
      ${utcText('image_generated_at')} as image_generated_at, allergens, dietary_tags
    from menu_entries where school_id = $1 ${condition}
    order by menu_entries.date, ${MEAL_ORDER}
  ) entry`;
const ALL = MENUS('');
const OF_DAYS = MENUS('and date >= $3::date and date < $3::date + $4::integer');

/** As text that the database has written: one round trip, no entities. */
@Injectable()
export class MenusRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param days every date without them */
  async findOfSchool(schoolId: string, imageBase: string, days?: MenuDays): Promise<string> {
    const [row] = await this.dataSource.query<[{ text: string }]>(
      days ? OF_DAYS : ALL,
      days ? [schoolId, imageBase, days.from, days.days] : [schoolId, imageBase],
    );
    return row.text;
  }
}
