import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import type { Account } from '../../platform/auth/caller.js';
import { OwnRecordsRepository } from './own-records.repository.js';
import { NotAuthorizedError } from '../../platform/errors/app-error.js';
import { RosterImporter } from '../directory/roster/roster.importer.js';

@Injectable()
export class OwnRecordsService {
  constructor(
    private readonly records: OwnRecordsRepository,
    private readonly feeds: RosterImporter,
  ) {}

  /**
   * Keeps everyone else from what the service has on this person, in all schools, until the caller's transaction ends:
   * whoever joins or is imported meanwhile is either waited for, and changed as well, or waits and sees the change.
   * @throws NotAuthorizedError when nothing is kept of the person: an outside provider has not verified their email
   */
  async lock(manager: EntityManager, { userId }: Pick<Account, 'userId'>): Promise<void> {
    const schoolIds = await this.records.schoolIds(manager, userId);
    auditSchools(schoolIds);
    await this.feeds.lockForImport(manager, schoolIds);
    if (!(await this.records.lockPerson(manager, userId))) throw unknownPerson();
    await this.records.lockMemberships(manager, userId);
  }
}

export const unknownPerson = (): NotAuthorizedError =>
  new NotAuthorizedError('The email address is not verified yet.');
