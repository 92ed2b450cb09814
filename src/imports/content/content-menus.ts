import { Injectable } from '@nestjs/common';
import { type ImportedMenu, MenuImporter } from '../../features/menus/menu.importer.js';
import { countInto } from '../../platform/import-report.js';
import type { ContentRun } from './content-run.js';
import type { MenuEntryInput } from './publication.schema.js';

@Injectable()
export class ContentMenus {
  constructor(private readonly menus: MenuImporter) {}

  async import({ manager, school, content, report }: ContentRun): Promise<void> {
    const imported = content.menus.map(({ value }) => toImportedMenu(value));
    countInto(report, 'menus', await this.menus.importMenus(manager, school.id, imported));
  }
}

const toImportedMenu = ({
  date,
  meal_type,
  items,
  allergens,
  dietary_tags,
}: MenuEntryInput): ImportedMenu => ({
  date,
  mealType: meal_type,
  items,
  allergens: allergens === null ? [] : allergens,
  dietaryTags: dietary_tags === null ? [] : dietary_tags,
});
