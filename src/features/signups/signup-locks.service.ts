import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { lockMember } from '../../platform/auth/member-lock.repository.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { FairQueue } from '../../platform/concurrency/fair-queue.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import type { SignupChange } from './new-signup.js';
import { SignupLocksRepository } from './signup-locks.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Milliseconds: in the line of this process, and then once more for the lock of the database. */
const MAX_WAIT_MS = 10_000;

/**
 * Opens the transaction of a write to the claims of a sign-up. Writes to the same sign-up come one after the other, in every
 * process: what a write counts stays so until it is done.
 */
@Injectable()
export class SignupLocks {
  /** Lets a write wait for the lock without a connection, of which a process has few. The lock itself is in the database. */
  private readonly queue: FairQueue;

  constructor(
    private readonly transactions: Transactions,
    private readonly locks: SignupLocksRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) { databasePoolSize }: Settings,
  ) {
    this.queue = new FairQueue(databasePoolSize);
  }

  /**
   * Does the work in a transaction that holds the sign-up, when it is its turn.
   * @throws NotFoundError no such sign-up of the member's school, or they have left it
   * @throws UnavailableError when others are at it for longer than a caller waits
   */
  async withLockedSignup<T>(
    member: Member,
    signupId: string,
    work: (change: SignupChange) => Promise<T>,
  ): Promise<T> {
    if (!isUuid(signupId)) throw new NotFoundError();
    return this.queue.run(signupId.toLowerCase(), () => this.locked(member, signupId, work), MAX_WAIT_MS);
  }

  /** Another member of the school, and whether the sign-up is addressed to them; null for somebody who is none. */
  async findClaimant(
    change: SignupChange,
    membershipId: string,
  ): Promise<Pick<SignupChange, 'claimant' | 'addressed'> | null> {
    const claimant = await this.locks.findMember(change, membershipId);
    if (!claimant) return null;
    const { addressed } = await this.locks.findRights({ ...change, member: claimant }, change.signup.id);
    return { claimant, addressed };
  }

  private locked<T>(
    member: Member,
    signupId: string,
    work: (change: SignupChange) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(async (manager) => {
      const present = await lockMember(manager, member);
      const signup = present && (await this.locks.lockSignup(manager, present, signupId));
      if (!signup) throw new NotFoundError();
      // Only now: whoever has waited for the lock may be late.
      const change = { manager, member: present, now: this.clock.now() };
      return work({
        ...change,
        signup,
        claimant: present,
        ...(await this.locks.findRights(change, signup.id)),
      });
    });
  }
}
