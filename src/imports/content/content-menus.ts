import { Injectable } from '@nestjs/common';
import { MenuFeedService, type FedMenu } from '../../features/menus/menu-feed.service.js';
import { countInto } from '../import-report.js';
import type { ContentRun } from './content-run.js';
import type { MenuEntryInput } from './menu.schema.js';

@Injectable()
export class ContentMenus {
  constructor(private readonly menus: MenuFeedService) {}

  async take({ manager, school, content, report }: ContentRun): Promise<void> {
    const fed = content.menus.map(({ value }) => toFedMenu(value));
    countInto(report, 'menus', await this.menus.feedMenus(manager, school.id, fed));
  }
}

const toFedMenu = ({ date, meal_type, items, allergens, dietary_tags }: MenuEntryInput): FedMenu => ({
  date,
  mealType: meal_type,
  items,
  allergens: allergens === null ? [] : allergens,
  dietaryTags: dietary_tags === null ? [] : dietary_tags,
});
