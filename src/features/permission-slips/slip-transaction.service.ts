import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { presentMember } from '../../access/present-member.repository.js';
import { Clock } from '../../clock/clock.js';
import type { MemberChange } from '../../database/member-change.js';
import { NotFoundError } from '../../errors/app-error.js';
import { RosterFeedService } from '../directory/roster-feed.service.js';
import { SlipLocksRepository, type LockedSlip } from './slip-locks.repository.js';

/** What every answer to a slip waits for and holds. */
@Injectable()
export class SlipTransaction {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feeds: RosterFeedService,
    private readonly locks: SlipLocksRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Imports first: they lock students and members before slips.
   * @throws NotFoundError nobody in this school, or a slip that is not in sight
   */
  run<T>(
    member: Member,
    slipId: string,
    work: (change: MemberChange, slip: LockedSlip) => Promise<T>,
  ): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      await this.feeds.holdFeeds(manager, [member.schoolId]);
      const present = await presentMember(manager, member);
      if (!present) throw new NotFoundError();
      const change = { manager, member: present, now: this.clock.now() };
      const slip = await this.locks.lockSlip(change, slipId);
      if (!slip?.inSight) throw new NotFoundError();
      return work(change, slip);
    });
  }

  /** The time anew, once the students are locked: whoever has waited for another guardian may be late. */
  afterWaiting(change: MemberChange): MemberChange {
    return { ...change, now: this.clock.now() };
  }
}
