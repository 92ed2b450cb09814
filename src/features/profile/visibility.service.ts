import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Account } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { RosterImporter } from '../directory/roster.importer.js';
import { OwnRecordsService } from './contact.service.js';
import type { AddressVisibilityInput, ProfileVisibilityInput } from './profile.dto.js';
import { VisibilityRepository, type SchoolDefaults } from './visibility.repository.js';

@Injectable()
export class VisibilityService {
  constructor(
    private readonly dataSource: DataSource,
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
    return this.dataSource.transaction(async (manager) => {
      await this.own.lock(manager, account);
      await this.visibility.setProfile(manager, account.userId, visibility, this.clock.now());
    });
  }

  /**
   * They have proven another address: who hides their contact hides it in what is on file under that one as well.
   * @throws NotAuthorizedError when nothing is kept of the person
   */
  extendToNewAddress(account: Pick<Account, 'userId'>): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await this.own.lock(manager, account);
      if (await this.visibility.hasHidden(manager, account.userId))
        await this.visibility.setProfile(manager, account.userId, 'name_only', this.clock.now());
    });
  }

  /**
   * Of two guardians the one who says it last decides, and both see it so (contract section 0.4). What the caller has said
   * holds for students whom they are linked to later; without linked students they have said nothing.
   * @throws NotAuthorizedError when nothing is kept of the person
   */
  setAddress(account: Account, { address_visible: visible }: AddressVisibilityInput): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await this.own.lock(manager, account);
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
   * What a school shows of people who have not chosen: those who are there, and who comes later. No import runs meanwhile.
   * @returns the names of what changed
   */
  setDefaults(schoolId: string, defaults: SchoolDefaults): Promise<string[]> {
    return this.dataSource.transaction(async (manager) => {
      await this.roster.lockSchool(manager, schoolId);
      return this.visibility.setDefaults(manager, schoolId, { ...defaults, now: this.clock.now() });
    });
  }
}
