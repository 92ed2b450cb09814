import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { lockImportsOfSchool } from '../../platform/import-history/import-locks.repository.js';
import { MemberProfilesService } from '../memberships/member-profiles.service.js';
import { type SchoolDefaults, SchoolsRepository } from './schools.repository.js';

/** Defaults of a school for people who have not chosen whether others see their contact and address. */
@Injectable()
export class SchoolDefaultsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly schools: SchoolsRepository,
    private readonly profiles: MemberProfilesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the defaults for people who are there and for those who come later. No import runs meanwhile. Members are locked
   * first: the row of a person who is about to be linked is waited for; after that the lock of the school's row keeps new
   * ones away until this is done.
   * @returns the names of what changed
   */
  setDefaults(schoolId: string, defaults: SchoolDefaults): Promise<string[]> {
    return this.transactions.run(async (manager) => {
      const now = this.clock.now();
      await lockImportsOfSchool(manager, schoolId);
      await this.profiles.lockMembersOfSchool(manager, schoolId);
      const changed = await this.schools.updateDefaults(manager, schoolId, defaults, now);
      if (changed.includes('default_visibility'))
        await this.profiles.applyDefaultVisibility(manager, schoolId, now);
      if (changed.includes('default_address'))
        await this.profiles.applyDefaultAddress(manager, schoolId, now);
      if (changed.length > 0) {
        record({ manager, schoolId }, { kind: 'school.changed', id: schoolId });
        record({ manager, schoolId }, { kind: 'roster.changed', id: schoolId });
      }
      return changed;
    });
  }
}
