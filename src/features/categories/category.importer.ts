import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noCounts, type RowCounts } from '../../platform/import-report.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { type CategoryDetails, storedDetails } from './category-details.js';
import { CategoriesRepository } from './categories.repository.js';

/** The way in for categories from outside, inside the caller's transaction. */
@Injectable()
export class CategoryImporter {
  constructor(private readonly categories: CategoriesRepository) {}

  /** In the order given; those that are not named keep theirs, behind. None is taken away. */
  async import(manager: EntityManager, schoolId: string, given: CategoryDetails[]): Promise<RowCounts> {
    const counts = noCounts();
    if (given.length === 0) return counts;
    const named = given.map(storedDetails);
    const present = new Map(
      (await this.categories.lockOfSchool(manager, schoolId)).map((category) => [category.name, category]),
    );
    named.forEach(({ name, color }, position) => {
      const known = present.get(name);
      const isSame = known?.color.toUpperCase() === color && known.position === position;
      counts[known ? (isSame ? 'unchanged' : 'updated') : 'created'] += 1;
    });
    if (counts.created + counts.updated === 0) return counts;
    const names = new Set(named.map(({ name }) => name));
    const others = [...present.values()].filter(({ name }) => !names.has(name));
    for (const id of await this.categories.writeAll(manager, schoolId, [...named, ...others]))
      record({ manager, schoolId }, { kind: 'category.changed', id });
    return counts;
  }
}
