import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { lockSeniorAdmin } from '../../platform/auth/member-lock.repository.js';
import {
  ConflictError,
  invalidField,
  LimitReachedError,
  NotFoundError,
} from '../../platform/errors/app-error.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { SubscribedCategories } from '../calendar/feed/subscribed-categories.service.js';
import type { Replay } from '../idempotency/replay.js';
import { storedDetails } from './category-details.js';
import {
  type Categories,
  type CategoryBody,
  type CategoryChanges,
  type CategoryInput,
  type CategoryOrder,
  toCategories,
  toCategory,
} from './category.dto.js';
import { type Category, MAX_CATEGORIES } from './category.entity.js';
import { CategoriesRepository } from './categories.repository.js';

/** Changes of categories by senior admins. `ifMatch` is the tag of the list: a category has no read of its own. */
@Injectable()
export class CategoryChangesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly categories: CategoriesRepository,
    private readonly subscribed: SubscribedCategories,
  ) {}

  /**
   * Adds a category behind the others.
   * @throws NotAuthorizedError no senior admin any more
   * @throws NotFoundError for a replay: it was deleted
   * @throws ConflictError the school has one of this name
   * @throws LimitReachedError
   */
  create(member: Member, input: CategoryInput, replay?: Replay): Promise<CategoryBody> {
    return this.transactions.run(async (manager) => {
      const present = await this.lock(manager, member);
      if (replay) return toCategory(categoryIn(present, replay.resultKey));
      const details = storedDetails(input);
      assertNameIsFree(present, details.name);
      if (present.length >= MAX_CATEGORIES)
        throw new LimitReachedError(`A school has at most ${MAX_CATEGORIES} categories: delete one first.`);
      const position = 1 + Math.max(-1, ...present.map((category) => category.position));
      const { schoolId } = member;
      const category = await this.categories.insert(manager, { schoolId, ...details, position });
      record({ manager, member }, { kind: 'category.created', id: category.id });
      return toCategory(category);
    });
  }

  /**
   * Calendar subscriptions that were made for the category have it under its new name.
   * @throws NotAuthorizedError no senior admin any more
   * @throws NotFoundError
   * @throws ConflictError the school has another one of this name
   * @throws StaleError
   */
  change(member: Member, id: string, changes: CategoryChanges, ifMatch?: string): Promise<CategoryBody> {
    return this.transactions.run(async (manager) => {
      const present = await this.lock(manager, member, ifMatch);
      const category = categoryIn(present, id);
      const next = { ...category, ...storedDetails({ ...category, ...changes }) };
      if (next.name !== category.name) assertNameIsFree(present, next.name, id);
      if (next.name === category.name && next.color === category.color) return toCategory(category);
      await this.categories.update(manager, next);
      if (next.name !== category.name)
        await this.subscribed.rename(manager, member.schoolId, category.name, next.name);
      record({ manager, member }, { kind: 'category.changed', id: next.id });
      return toCategory(next);
    });
  }

  /**
   * Its items stay, without a category.
   * @throws NotAuthorizedError no senior admin any more
   * @throws NotFoundError
   * @throws StaleError
   */
  remove(member: Member, id: string, ifMatch?: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      const category = categoryIn(await this.lock(manager, member, ifMatch), id);
      const ids = await this.categories.findItems(manager, category);
      await this.categories.remove(manager, category);
      record({ manager, member }, { kind: 'category.deleted', id: category.id, ids });
    });
  }

  /**
   * @throws NotAuthorizedError no senior admin any more
   * @throws ValidationFailedError the ids are not those of all categories of the school
   * @throws StaleError
   */
  reorder(member: Member, { ids }: CategoryOrder, ifMatch?: string): Promise<Categories> {
    return this.transactions.run(async (manager) => {
      const present = await this.lock(manager, member, ifMatch);
      const byId = new Map(present.map((category) => [category.id, category]));
      const ordered = ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
      if (ordered.length < ids.length || ordered.length < present.length)
        throw invalidField('ids', 'ids must be those of all categories of the school');
      const moved = ordered.map((category, position) => ({ ...category, position }));
      for (const next of moved) {
        if (next.position === byId.get(next.id)?.position) continue;
        await this.categories.update(manager, next);
        record({ manager, member }, { kind: 'category.changed', id: next.id });
      }
      return toCategories(moved);
    });
  }

  private async lock(manager: EntityManager, member: Member, ifMatch?: string): Promise<Category[]> {
    await lockSeniorAdmin(manager, member);
    const categories = await this.categories.lockOfSchool(manager, member.schoolId);
    assertMatches(ifMatch, toCategories(categories));
    return categories;
  }
}

/** @throws NotFoundError */
function categoryIn(categories: Category[], wanted: string | null): Category {
  const found = categories.find(({ id }) => id === wanted?.toLowerCase());
  if (!found) throw new NotFoundError();
  return found;
}

/** @throws ConflictError */
function assertNameIsFree(categories: Category[], name: string, exceptId?: string): void {
  const same = (category: Category) => category.name.toLowerCase() === name.toLowerCase();
  if (categories.some((category) => same(category) && category.id !== exceptId?.toLowerCase()))
    throw new ConflictError('The school has a category of this name.');
}
