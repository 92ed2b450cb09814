import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import type { WriteContext } from '../../platform/transaction/write-context.js';
import { Clock } from '../../platform/clock/clock.js';
import { PublishingRightsService } from './publishing-rights.service.js';

/** The transaction of one write: the rights that allow it last as long. */
@Injectable()
export class PublishingTransaction {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rights: PublishingRightsService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthorizedError the member has left, or was deactivated */
  run<T>(member: Member, work: (change: WriteContext) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const present = await this.rights.lockGrants(manager, member);
      return work({ manager, member: present, now: this.clock.now() });
    });
  }
}
