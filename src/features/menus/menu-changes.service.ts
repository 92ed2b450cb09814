import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { lockAdmin } from '../../platform/auth/member-lock.repository.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { Clock } from '../../platform/clock/clock.js';
import { invalidField, LimitReachedError, NotFoundError } from '../../platform/errors/app-error.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { Replay } from '../idempotency/replay.js';
import { type ImportedMenu, MenuEntriesRepository } from './menu-entries.repository.js';
import type { MenuEntry } from './menu-entry.entity.js';
import { MenuPicturesService } from './menu-pictures.service.js';
import type { CreatedMenus, MenuChanges, MenuEntryBody, MenusInput } from './menu.dto.js';
import { mealsFrom } from './menu-meals.js';

/** Contract section 0, rule 18: of a school. */
const MAX_ENTRIES = 20_000;

/** Changes of menus by admins. `ifMatch` is the tag of the menu of the day: an entry has no read of its own. */
@Injectable()
export class MenuChangesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly menus: MenuEntriesRepository,
    private readonly pictures: MenuPicturesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes meals; one that is there is replaced, and its picture stays until another is made.
   * @throws NotAuthorizedError no admin any more
   * @throws ValidationFailedError
   * @throws LimitReachedError
   * @throws NotFoundError for a replay: one of them was deleted
   */
  write(member: Member, input: MenusInput, replay?: Replay): Promise<CreatedMenus> {
    const meals = mealsFrom(input);
    return this.transactions.run(async (manager) => {
      const change = await this.lock(manager, member);
      const { schoolId } = member;
      if (replay) return this.findWritten(manager, schoolId, meals);
      const before = await this.menus.countOfSchool(manager, schoolId);
      const { created, ids } = await this.menus.writeMenus(manager, schoolId, meals, change.now);
      if (before + created > MAX_ENTRIES)
        throw new LimitReachedError(`A school has at most ${MAX_ENTRIES} meals: delete some first.`);
      for (const id of ids) record(change, { kind: 'menu.changed', id });
      return this.findWritten(manager, schoolId, meals);
    });
  }

  /**
   * @throws NotAuthorizedError no admin any more
   * @throws NotFoundError
   * @throws ValidationFailedError the school has this meal of that day already
   * @throws StaleError
   */
  change(member: Member, id: string, changes: MenuChanges, ifMatch?: string): Promise<MenuEntryBody> {
    return this.transactions.run(async (manager) => {
      const change = await this.lock(manager, member);
      const present = await this.lockEntry(change, id, ifMatch);
      const next = changedEntry(present, changes);
      const [taken] = await this.menus.findIds(manager, member.schoolId, [next]);
      if (taken && taken !== present.id)
        throw invalidField('meal_type', 'the school has this meal of that day already');
      if (!isDeepStrictEqual(next, present)) {
        await this.menus.update(manager, { ...next, sequence: present.sequence + 1, updatedAt: change.now });
        record(change, { kind: 'menu.changed', id: present.id });
      }
      const meals = await this.menus.findOfDay(manager, member.schoolId, next.date, this.pictures.base);
      return meals.find((meal) => meal.id === present.id)!;
    });
  }

  /**
   * With its picture.
   * @throws NotAuthorizedError no admin any more
   * @throws NotFoundError
   * @throws StaleError
   */
  async remove(member: Member, id: string, ifMatch?: string): Promise<void> {
    const { imageName } = await this.transactions.run(async (manager) => {
      const change = await this.lock(manager, member);
      const entry = await this.lockEntry(change, id, ifMatch);
      await this.menus.remove(manager, entry);
      if (entry.imageName) await this.pictures.release(manager, entry.imageName);
      record(change, { kind: 'menu.changed', id: entry.id });
      return entry;
    });
    await this.pictures.discard(imageName);
  }

  private async findWritten(
    manager: EntityManager,
    schoolId: string,
    meals: ImportedMenu[],
  ): Promise<CreatedMenus> {
    const ids = (await this.menus.findIds(manager, schoolId, meals)).filter((id) => id !== null);
    if (ids.length < meals.length) throw new NotFoundError();
    return { ids };
  }

  private async lock(manager: EntityManager, member: Member): Promise<WriteContext> {
    return { manager, member: await lockAdmin(manager, member), now: this.clock.now() };
  }

  private async lockEntry(
    { manager, member: { schoolId } }: WriteContext,
    id: string,
    ifMatch?: string,
  ): Promise<MenuEntry> {
    const entry = isUuid(id) ? await this.menus.lockEntry(manager, schoolId, id) : null;
    if (!entry) throw new NotFoundError();
    if (ifMatch !== undefined) {
      const menus = await this.menus.findOfDay(manager, schoolId, entry.date, this.pictures.base);
      assertMatches(ifMatch, { menus });
    }
    return entry;
  }
}

const changedEntry = (
  present: MenuEntry,
  { date, meal_type, items, allergens, dietary_tags }: MenuChanges,
): MenuEntry => ({
  ...present,
  date: date ?? present.date,
  mealType: meal_type ?? present.mealType,
  items: items ?? present.items,
  allergens: allergens === undefined ? present.allergens : (allergens ?? []),
  dietaryTags: dietary_tags === undefined ? present.dietaryTags : (dietary_tags ?? []),
});
