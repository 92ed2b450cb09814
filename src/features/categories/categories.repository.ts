import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { lockSchoolRow } from '../../platform/auth/school-lock.repository.js';
import type { CategoryDetails } from './category-details.js';
import { Category } from './category.entity.js';

const idsIn = (table: string): string =>
  `array(select item.id from ${table} item where item.school_id = $1 and item.category_id = $2 order by item.id)`;

const ITEMS = `
  select ${idsIn('notices')} as notices, ${idsIn('documents')} as documents, ${idsIn('events')} as event_rows`;

@Injectable()
export class CategoriesRepository {
  constructor(@InjectRepository(Category) private readonly categories: Repository<Category>) {}

  findOfSchool(schoolId: string, manager?: EntityManager): Promise<Category[]> {
    const categories = manager?.getRepository(Category) ?? this.categories;
    return categories.find({ where: { schoolId }, order: { position: 'asc', name: 'asc' } });
  }

  /** Other changes of the school's categories wait until the transaction ends: what is read now stays. */
  async lockOfSchool(manager: EntityManager, schoolId: string): Promise<Category[]> {
    await lockSchoolRow(manager, schoolId);
    return this.findOfSchool(schoolId, manager);
  }

  insert(manager: EntityManager, category: Omit<Category, 'id'>): Promise<Category> {
    return manager.getRepository(Category).save(category);
  }

  async update(manager: EntityManager, { schoolId, id, ...changed }: Category): Promise<void> {
    await manager.getRepository(Category).update({ schoolId, id }, changed);
  }

  /** Ids of the items in it, by what they are: once the category is gone, nobody can tell. */
  async findItems(
    manager: EntityManager,
    { schoolId, id }: Pick<Category, 'schoolId' | 'id'>,
  ): Promise<Record<'notices' | 'documents' | 'event_rows', string[]>> {
    const [row] = await manager.query<[Record<'notices' | 'documents' | 'event_rows', string[]>]>(ITEMS, [
      schoolId,
      id,
    ]);
    return row;
  }

  /** Items of the category are without one then. */
  async remove(manager: EntityManager, { schoolId, id }: Category): Promise<void> {
    await manager.getRepository(Category).delete({ schoolId, id });
  }

  /**
   * Writes categories by name, in the order given.
   * @returns the ids of those that are new or another than before, in their order
   */
  async writeAll(manager: EntityManager, schoolId: string, categories: CategoryDetails[]): Promise<string[]> {
    const rows = categories.map(({ name, color }, position) => ({ name, color, position }));
    const written = await manager.query<{ id: string }[]>(
      `insert into categories (school_id, name, color, position)
       select $2, name, color, position
       from jsonb_to_recordset($1::jsonb) as c(name text, color text, position integer)
       on conflict (school_id, name) do update set color = excluded.color, position = excluded.position
         where (categories.color, categories.position) is distinct from (excluded.color, excluded.position)
       returning id`,
      [JSON.stringify(rows), schoolId],
    );
    return written.map(({ id }) => id);
  }
}
