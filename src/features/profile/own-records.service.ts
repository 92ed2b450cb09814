import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../access/caller.js';
import { NotAuthorizedError } from '../../errors/app-error.js';
import { RosterFeedService } from '../directory/roster-feed.service.js';
import { OwnRecordsRepository } from './own-records.repository.js';

@Injectable()
export class OwnRecordsService {
  constructor(
    private readonly records: OwnRecordsRepository,
    private readonly feeds: RosterFeedService,
  ) {}

  /**
   * Keeps everyone else from what the service has on this person, in all schools, until the caller's transaction ends:
   * whoever joins or is imported meanwhile is either waited for, and changed as well, or waits and sees the change.
   * @throws NotAuthorizedError when nothing is kept of the person: an outside provider has not verified their email
   */
  async lock(manager: EntityManager, { userId }: Account): Promise<void> {
    await this.feeds.holdFeeds(manager, await this.records.schoolIds(manager, userId));
    if (!(await this.records.lockPerson(manager, userId))) throw unknownPerson();
    await this.records.lockMemberships(manager, userId);
  }
}

export const unknownPerson = (): NotAuthorizedError =>
  new NotAuthorizedError('The email address is not verified yet.');
