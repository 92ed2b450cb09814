import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditSchools } from '../../../platform/audit/operation.js';
import type { Account } from '../../../platform/auth/caller.js';
import { OwnRecordsRepository } from './own-records.repository.js';
import { NotAuthorizedError } from '../../../platform/errors/app-error.js';
import { holdOffImports } from '../../../platform/import-history/import-locks.repository.js';
import type { OwnMembership } from '../../directory/visibility/person-records.service.js';
import { MemberProfilesService } from '../../memberships/member-profiles.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

@Injectable()
export class OwnRecordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: OwnRecordsRepository,
    private readonly profiles: MemberProfilesService,
  ) {}

  /**
   * Changes what the service has on this person, in all schools, and keeps everyone else from it: whoever joins or is
   * imported meanwhile is either waited for, and changed as well, or waits and sees the change.
   * @param email an address that becomes theirs by the change
   * @throws NotAuthorizedError when nothing is kept of the person: an outside provider has not verified their email
   */
  change<T>(
    account: Pick<Account, 'userId'>,
    work: (manager: EntityManager, memberships: OwnMembership[]) => Promise<T>,
    email: string | null = null,
  ): Promise<T> {
    return this.transactions.run(async (manager) => work(manager, await this.lock(manager, account, email)));
  }

  private async lock(
    manager: EntityManager,
    { userId }: Pick<Account, 'userId'>,
    email: string | null,
  ): Promise<OwnMembership[]> {
    const schoolIds = await this.records.schoolIds(manager, userId, email);
    auditSchools(schoolIds);
    await holdOffImports(manager, schoolIds);
    if (!(await this.records.lockPerson(manager, userId))) throw unknownPerson();
    return this.profiles.lockMemberships(manager, userId);
  }
}

export const unknownPerson = (): NotAuthorizedError =>
  new NotAuthorizedError('The email address is not verified yet.');
