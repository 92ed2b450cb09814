import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { isLockTimeout } from '../../platform/errors/postgres-errors.js';
import { holdOffImports } from '../../platform/import-history/import-locks.repository.js';
import { MemberHoldings } from './member-holdings.service.js';
import {
  type ListedMember,
  type MembershipRow,
  MembershipsRepository,
  type NewMembership,
  type SettledMember,
  type WaitingMember,
} from './memberships.repository.js';
import type { MemberRole } from '../../platform/auth/caller.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { ChangeKind } from '../../platform/journal/change-kinds.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { auditItem } from '../../platform/audit/operation.js';

export class UnknownMembershipError extends CommandRefusedError {
  constructor() {
    super('This person has no membership in this school.');
  }
}

export class DeactivatedMembershipError extends CommandRefusedError {
  constructor() {
    super('The membership of this person is deactivated: "membership reactivate" makes it active again.');
  }
}

export type { ListedMember, MembershipRow, SettledMember, WaitingMember } from './memberships.repository.js';

/** Left out where the member is as before: the day on which a membership ends is in nobody's answer. */
const KIND_OF_OUTCOME: Partial<Record<SettledMember['outcome'], ChangeKind>> = {
  ended: 'member.deactivated',
  returned: 'member.joined',
};

@Injectable()
export class MembershipsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly memberships: MembershipsRepository,
    private readonly holdings: MemberHoldings,
    private readonly clock: Clock,
  ) {}

  /**
   * The person's membership of the school, made when missing; locked until the transaction ends. Who comes back has answered
   * the slips that they have answered, is not mailed when they have ended that, and edits nothing of which the right was
   * taken from them.
   */
  async joinOrGet(
    manager: EntityManager,
    membership: NewMembership,
  ): Promise<{ membership: MembershipRow; created: boolean }> {
    const { schoolId, userId } = membership;
    // Once more for who left in this very moment, and joins again.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const inserted = await this.memberships.insertMembership(manager, membership);
      if (inserted) {
        const departure = await this.memberships.takeDeparture(manager, userId, schoolId);
        await this.holdings.restore(manager, { membershipId: inserted.id, schoolId, userId }, departure);
        record({ manager, schoolId }, { kind: 'member.joined', id: inserted.id });
        return { membership: inserted, created: true };
      }
      const found = await this.memberships.findForUpdate(manager, schoolId, userId);
      if (found) return { membership: found, created: false };
    }
    throw new Error('The membership or its person vanished within the transaction');
  }

  /** Writes back a membership that was read under a lock; for one that it deactivates `withdrawClaims` comes later. */
  update(manager: EntityManager, schoolId: string, membership: MembershipRow): Promise<void> {
    return this.memberships.updateMembership(manager, schoolId, membership);
  }

  /** Gives the claims of deactivated members to others. Call it after the last membership of the transaction. */
  withdrawClaims(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<void> {
    return this.holdings.deactivate(manager, schoolId, membershipIds);
  }

  /**
   * Parents whose last student has gone wait from now on, or end; those of whom one is back are as before (contract section
   * 16, rule 5). After the last membership of the transaction, for it gives away the places that they had claimed.
   * @param atOnce memberships that do not wait: the student stays, and is theirs no more
   * @param only the one membership that may have changed; absent: all of the school
   */
  async settleFamilies(
    manager: EntityManager,
    schoolId: string,
    { atOnce = [], only = null }: { atOnce?: string[]; only?: string | null } = {},
  ): Promise<SettledMember[]> {
    const options = { schoolId, now: this.clock.now(), atOnce, only: only === null ? null : [only] };
    const settled = await this.memberships.settleFamilies(manager, options);
    for (const { id, outcome } of settled) {
      const kind = KIND_OF_OUTCOME[outcome];
      if (kind) record({ manager, schoolId }, { kind, id });
    }
    const ended = settled.filter(({ outcome }) => outcome === 'ended').map(({ id }) => id);
    if (ended.length > 0) await this.withdrawClaims(manager, schoolId, ended);
    return settled;
  }

  waiting(manager: EntityManager, schoolId: string): Promise<WaitingMember[]> {
    return this.memberships.findWaitingMembers(manager, schoolId, this.clock.now());
  }

  schoolIds(): Promise<string[]> {
    return this.transactions.run((manager) => this.memberships.schoolIds(manager));
  }

  /** Settles the families of every school; runs whenever no import has done it. One that an import is at is left to it. */
  async settleAll(signal?: AbortSignal): Promise<void> {
    for (const schoolId of await this.schoolIds()) {
      if (signal?.aborted) return;
      const settled = this.transactions.run(async (manager) => {
        await holdOffImports(manager, [schoolId]);
        await this.settleFamilies(manager, schoolId);
      });
      await settled.catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error;
      });
    }
  }

  /** By name. */
  async list(
    schoolId: string,
    { role = null, withoutStudents = false }: { role?: MemberRole | null; withoutStudents?: boolean },
  ): Promise<ListedMember[]> {
    const filter = { role, withoutStudents, now: this.clock.now() };
    return this.transactions.run(async (manager) => {
      await holdOffImports(manager, [schoolId]);
      await this.settleFamilies(manager, schoolId);
      return this.memberships.listMembers(manager, schoolId, filter);
    });
  }

  /**
   * From the next request on the person is no member; everything of theirs is kept but their claims that lie ahead.
   * @throws UnknownMembershipError
   */
  deactivate(schoolId: string, email: string): Promise<string> {
    return this.setDeactivated(schoolId, email, this.clock.now());
  }

  /** @throws UnknownMembershipError */
  reactivate(schoolId: string, email: string): Promise<string> {
    return this.setDeactivated(schoolId, email, null);
  }

  private async setDeactivated(schoolId: string, email: string, at: Date | null): Promise<string> {
    return this.transactions.run(async (manager) => {
      // An import locks sign-ups twice, and whoever holds one then must not want another of them.
      await holdOffImports(manager, [schoolId]);
      const id = await this.memberships.setDeactivated(
        manager,
        schoolId,
        normalizeEmail(email),
        at,
        this.clock.now(),
      );
      if (!id) throw new UnknownMembershipError();
      auditItem('membership', id);
      const kind = at ? 'member.deactivated' : 'member.joined';
      record({ manager, schoolId }, { kind, id });
      if (at) await this.withdrawClaims(manager, schoolId, [id]);
      return id;
    });
  }
}
