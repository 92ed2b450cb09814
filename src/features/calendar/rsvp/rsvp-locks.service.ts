import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { lockMember } from '../../../platform/auth/member-lock.repository.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { Clock } from '../../../platform/clock/clock.js';
import { FairQueue } from '../../../platform/concurrency/fair-queue.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { holdOffImports } from '../../../platform/import-history/import-locks.repository.js';
import { type EventReference, parseEventId } from '../events/event-details.js';
import { type LockedEvent, RsvpsRepository } from './rsvps.repository.js';

/** Milliseconds: in the line of this process, and then once more for the lock of the database. */
const MAX_WAIT_MS = 10_000;

/** A write to the answers of an event, whose row is locked. */
export interface RsvpChange extends WriteContext {
  event: LockedEvent;
  reference: EventReference;
}

/**
 * Opens the transaction of a write to the answers of an event. They come one after the other, in every process: what a write
 * counts stays so until it is done.
 */
@Injectable()
export class RsvpLocks {
  /** Lets a write wait for the lock without a connection, of which a process has few. The lock itself is in the database. */
  private readonly queue: FairQueue;

  constructor(
    private readonly transactions: Transactions,
    private readonly rsvps: RsvpsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) { databasePoolSize }: Settings,
  ) {
    this.queue = new FairQueue(databasePoolSize);
  }

  /**
   * Does the work in a transaction that holds the event, when it is its turn.
   * @param memberIds members for whom it answers
   * @throws NotFoundError the school has no such event, or the member has left
   * @throws UnavailableError when others are at it for longer than a caller waits
   */
  async withLockedEvent<T>(
    member: Member,
    { eventId, memberIds = [] }: { eventId: string; memberIds?: string[] },
    work: (change: RsvpChange) => Promise<T>,
  ): Promise<T> {
    const reference = parseEventId(eventId);
    const locked = () =>
      this.transactions.run(async (manager) =>
        work(await this.lock(manager, { member, reference, memberIds })),
      );
    return this.queue.run(`${member.schoolId} ${eventId.toLowerCase()}`, locked, MAX_WAIT_MS);
  }

  /** Imports of the school are held off first, since they archive students; members come before the event, as for whoever leaves. */
  private async lock(
    manager: EntityManager,
    { member, reference, memberIds }: { member: Member; reference: EventReference; memberIds: string[] },
  ): Promise<RsvpChange> {
    await holdOffImports(manager, [member.schoolId]);
    if (memberIds.length > 0)
      await this.rsvps.lockMemberships(manager, member.schoolId, [member.membershipId, ...memberIds]);
    const present = await lockMember(manager, member);
    if (!present) throw new NotFoundError();
    const event = await this.rsvps.lockEvent({ manager, member: present }, reference);
    if (!event) throw new NotFoundError();
    // Only now: whoever has waited for the lock may be late.
    return { manager, member: present, now: this.clock.now(), event, reference };
  }
}
