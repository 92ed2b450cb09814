import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import type { PermissionSlip } from '../permission-slip.entity.js';
import { SlipWritesRepository } from '../slip-writes.repository.js';
import type { ManagedSlipDetail } from './managed-slip.dto.js';
import { ManagedSlipsRepository } from './managed-slips.repository.js';

/** A manager's write to a slip, whose row is locked. */
export interface ManagedSlipChange extends WriteContext {
  slip: PermissionSlip;
  /** As the manager would read it now. */
  body: ManagedSlipDetail;
}

/** Opens the transaction of a manager's write: it holds their grants, and then the slip. */
@Injectable()
export class ManagedSlipWrites {
  constructor(
    private readonly transactions: Transactions,
    private readonly rights: PublishingRightsService,
    private readonly slips: SlipWritesRepository,
    private readonly managed: ManagedSlipsRepository,
  ) {}

  /** @throws NotAuthorizedError the member has left, or was deactivated */
  run<T>(member: Member, work: (change: WriteContext) => Promise<T>): Promise<T> {
    return this.transactions.run(async (manager) => work(await this.rights.lockGrants(manager, member)));
  }

  /** @throws NotFoundError not there for the caller; a deleted one is, for 30 days */
  runLocked<T>(member: Member, slipId: string, work: (change: ManagedSlipChange) => Promise<T>): Promise<T> {
    return this.run(member, async (change) => {
      const slip = isUuid(slipId) ? await this.slips.lock(change, slipId) : null;
      const body = slip && (await this.find(change, slip.id));
      if (!slip || !body) throw new NotFoundError();
      return work({ ...change, slip, body });
    });
  }

  /** @throws NotFoundError it was deleted */
  async getPresent(change: WriteContext, id: string): Promise<ManagedSlipDetail> {
    const body = await this.find(change, id);
    if (!body || body.deleted_at) throw new NotFoundError();
    return body;
  }

  private find({ member, now, manager }: WriteContext, id: string): Promise<ManagedSlipDetail | null> {
    return this.managed.findOne(member, id, now, manager);
  }
}
