import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import { SignupLocksRepository } from '../signup-locks.repository.js';
import type { Signup } from '../signup.entity.js';
import type { ManagedSignup } from './managed-signup.dto.js';
import { ManagedSignupsRepository } from './managed-signups.repository.js';

/** A manager's write to a sign-up, whose row is locked. */
export interface ManagedSignupChange extends WriteContext {
  signup: Signup;
  /** As the manager would read it now. */
  body: ManagedSignup;
}

/** Opens the transaction of a manager's write: it holds their grants, and then the sign-up. */
@Injectable()
export class ManagedSignupWrites {
  constructor(
    private readonly transactions: Transactions,
    private readonly rights: PublishingRightsService,
    private readonly locks: SignupLocksRepository,
    private readonly managed: ManagedSignupsRepository,
  ) {}

  /** @throws NotAuthorizedError the member has left, or was deactivated */
  run<T>(member: Member, work: (change: WriteContext) => Promise<T>): Promise<T> {
    return this.transactions.run(async (manager) => work(await this.rights.lockGrants(manager, member)));
  }

  /** @throws NotFoundError not there for the caller; a deleted one is, for 30 days */
  runLocked<T>(
    member: Member,
    signupId: string,
    work: (change: ManagedSignupChange) => Promise<T>,
  ): Promise<T> {
    return this.run(member, async (change) => {
      const signup = isUuid(signupId)
        ? await this.locks.lockSignup(change.manager, change.member, signupId)
        : null;
      const body = signup && (await this.find(change, signup.id));
      if (!signup || !body) throw new NotFoundError();
      return work({ ...change, signup, body });
    });
  }

  /** @throws NotFoundError it was deleted */
  async getPresent(change: WriteContext, id: string): Promise<ManagedSignup> {
    const body = await this.find(change, id);
    if (!body || body.deleted_at) throw new NotFoundError();
    return body;
  }

  private find({ member, now, manager }: WriteContext, id: string): Promise<ManagedSignup | null> {
    return this.managed.findOne(member, id, now, manager);
  }
}
