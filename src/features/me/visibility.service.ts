import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../platform/auth/caller.js';
import type { AddressVisibilityInput, ProfileVisibilityInput } from './profile.dto.js';
import { LimitReachedError } from '../../platform/errors/app-error.js';
import { RosterImporter } from '../directory/roster/roster.importer.js';
import { Clock } from '../../platform/clock/clock.js';
import { type SchoolDefaults, VisibilityRepository } from './visibility.repository.js';
import { OwnRecordsService } from './own-records.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Changes of a person's visibility in a day, which may be for several schools and children at a time. */
const MAX_CHANGES_A_DAY = 200;
const DAY_MS = 24 * 60 * 60 * 1_000;

@Injectable()
export class VisibilityService {
  constructor(
    private readonly transactions: Transactions,
    private readonly visibility: VisibilityRepository,
    private readonly own: OwnRecordsService,
    private readonly roster: RosterImporter,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthorizedError when nothing is kept of the person */
  setProfile(
    account: Pick<Account, 'userId'>,
    { profile_visibility: visibility }: ProfileVisibilityInput,
  ): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.own.lock(manager, account);
      if (visibility === 'full') await this.assertRoom(manager, account.userId);
      await this.visibility.setProfile(manager, account.userId, visibility, this.clock.now());
    });
  }

  /**
   * In a school that has come with its own word on them; nothing changes anywhere else.
   * @throws NotAuthorizedError when nothing is kept of the person
   */
  hideInSchool(account: Pick<Account, 'userId'>, schoolId: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.own.lock(manager, account);
      await this.visibility.hideInSchool(manager, account.userId, schoolId, this.clock.now());
    });
  }

  /**
   * They have proven another address: who hides their contact hides it in what is on file under that one as well.
   * @throws NotAuthorizedError when nothing is kept of the person
   */
  extendToNewAddress(account: Pick<Account, 'userId'>): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.own.lock(manager, account);
      if (await this.visibility.hasHidden(manager, account.userId))
        await this.visibility.setProfile(manager, account.userId, 'name_only', this.clock.now());
    });
  }

  /**
   * Sets whether the addresses of the caller's students are visible. Of two guardians the later one decides for both
   * (contract section 0.4). The choice holds for students whom they are linked to later; without linked students there is no
   * choice.
   * @throws NotAuthorizedError when there is no record of the person
   */
  setAddress(account: Account, { address_visible: visible }: AddressVisibilityInput): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.own.lock(manager, account);
      if (visible) await this.assertRoom(manager, account.userId);
      const students = await this.visibility.lockStudents(manager, account.userId);
      if (students.length === 0) return;
      await this.visibility.setAddress(manager, account.userId, {
        students,
        visible,
        now: this.clock.now(),
      });
    });
  }

  /**
   * Sets the school's defaults for people who have not chosen, present and future. No import runs meanwhile.
   * @returns the names of what changed
   */
  setDefaults(schoolId: string, defaults: SchoolDefaults): Promise<string[]> {
    return this.transactions.run(async (manager) => {
      await this.roster.lockSchool(manager, schoolId);
      return this.visibility.setDefaults(manager, schoolId, { ...defaults, now: this.clock.now() });
    });
  }

  /**
   * Refuses a change beyond the daily limit: every change is stored for a year, because the access log depends on it. To
   * hide something is always possible.
   * @throws LimitReachedError
   */
  private async assertRoom(manager: EntityManager, userId: string): Promise<void> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    if ((await this.visibility.countChanges(manager, userId, since)) >= MAX_CHANGES_A_DAY)
      throw new LimitReachedError('You have changed this very often today: try again tomorrow.');
  }
}
