import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditSchools } from '../../../platform/audit/operation.js';
import type { Account } from '../../../platform/auth/caller.js';
import { OwnRecordsRepository } from './own-records.repository.js';
import { NotAuthorizedError } from '../../../platform/errors/app-error.js';
import { RosterImporter } from '../../directory/roster/roster.importer.js';
import { MemberProfilesService } from '../../memberships/member-profiles.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

@Injectable()
export class OwnRecordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: OwnRecordsRepository,
    private readonly profiles: MemberProfilesService,
    private readonly roster: RosterImporter,
  ) {}

  /**
   * Changes what the service has on this person, in all schools, and keeps everyone else from it: whoever joins or is
   * imported meanwhile is either waited for, and changed as well, or waits and sees the change.
   * @throws NotAuthorizedError when nothing is kept of the person: an outside provider has not verified their email
   */
  change<T>(account: Pick<Account, 'userId'>, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.transactions.run(async (manager) => {
      await this.lock(manager, account);
      return work(manager);
    });
  }

  private async lock(manager: EntityManager, { userId }: Pick<Account, 'userId'>): Promise<void> {
    const schoolIds = await this.records.schoolIds(manager, userId);
    auditSchools(schoolIds);
    await this.roster.holdOffImports(manager, schoolIds);
    if (!(await this.records.lockPerson(manager, userId))) throw unknownPerson();
    await this.profiles.lockMemberships(manager, userId);
  }
}

export const unknownPerson = (): NotAuthorizedError =>
  new NotAuthorizedError('The email address is not verified yet.');
