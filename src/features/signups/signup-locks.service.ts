import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { lockMember } from '../../platform/auth/member-lock.repository.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { FairQueue } from '../../platform/concurrency/fair-queue.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import type { Signup } from './signup.entity.js';
import { SignupLocksRepository } from './signup-locks.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Milliseconds: in the line of this process, and then once more for the lock of the database. */
const MAX_WAIT_MS = 10_000;

/** A write of a member to a sign-up, whose row they have locked. */
export interface SignupChange extends WriteContext {
  signup: Signup;
  /** Whose claim it is about: the member, or somebody for whom a manager does it. */
  claimant: Member;
  /** Whether it is addressed to the claimant. */
  addressed: boolean;
  /** Whether the member manages it. */
  managed: boolean;
}

/**
 * Opens the transaction of a write to the claims of a sign-up. Writes to the same sign-up come one after the other, in every
 * process: what a write counts stays so until it is done.
 */
@Injectable()
export class SignupLocks {
  /**
   * Lets a write wait for the lock without a connection, of which a process has few; one with an Idempotency-Key has its connection by
   * then. The lock itself is in the database.
   */
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
   * @param claimantId membership whose claim it is about, where that is not the member's own
   * @throws NotFoundError no such sign-up of the member's school, or the member or the claimant has left it
   * @throws UnavailableError when others are at it for longer than a caller waits
   */
  async withLockedSignup<T>(
    member: Member,
    signupId: string,
    work: (change: SignupChange) => Promise<T>,
    claimantId: string | null = null,
  ): Promise<T> {
    if (!isUuid(signupId)) throw new NotFoundError();
    const locked = () =>
      this.transactions.run(async (manager) =>
        work(await this.lock(manager, { member, signupId, claimantId })),
      );
    return this.queue.run(signupId.toLowerCase(), locked, MAX_WAIT_MS);
  }

  /** Memberships come before the sign-up, as they do for whoever deactivates a member. */
  private async lock(
    manager: EntityManager,
    { member, signupId, claimantId }: { member: Member; signupId: string; claimantId: string | null },
  ): Promise<SignupChange> {
    if (claimantId) await this.locks.lockMemberships(manager, member, [member.membershipId, claimantId]);
    const present = await lockMember(manager, member);
    const signup = present && (await this.locks.lockSignup(manager, present, signupId));
    if (!signup) throw new NotFoundError();
    // Only now: whoever has waited for the lock may be late.
    const change = { manager, member: present, now: this.clock.now() };
    const claimant = claimantId ? await this.locks.findMember(change, claimantId) : present;
    if (!claimant) throw new NotFoundError();
    const rights = await this.locks.findRights(change, signup.id);
    if (!claimantId) return { ...change, signup, claimant, ...rights };
    const { addressed } = await this.locks.findRights({ ...change, member: claimant }, signup.id);
    return { ...change, signup, claimant, ...rights, addressed };
  }
}
