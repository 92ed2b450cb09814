import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditItem, auditSchools } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { RosterImporter } from '../directory/roster.importer.js';
import { ClaimOffboarding } from '../signups/claim-offboarding.service.js';
import { type MembershipRow, MembershipsRepository, type NewMembership } from './memberships.repository.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

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

export type { MembershipRow } from './memberships.repository.js';

@Injectable()
export class MembershipsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly memberships: MembershipsRepository,
    private readonly claims: ClaimOffboarding,
    private readonly feeds: RosterImporter,
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
      const inserted = await this.memberships.insert(manager, membership);
      if (inserted) {
        await this.memberships.restore(manager, { id: inserted.id, schoolId, userId });
        return { membership: inserted, created: true };
      }
      const found = await this.memberships.findForUpdate(manager, schoolId, userId);
      if (found) return { membership: found, created: false };
    }
    throw new Error('The membership or its person vanished within the transaction');
  }

  /** What a membership after this one is to know of it; before it is gone. */
  async recordDeparture(
    manager: EntityManager,
    member: { schoolId: string; membershipId: string },
  ): Promise<void> {
    await this.memberships.recordDeparture(manager, member, this.clock.now());
  }

  /** Writes back a membership that was read under a lock; for one that it deactivates `withdrawClaims` comes later. */
  update(manager: EntityManager, schoolId: string, membership: MembershipRow): Promise<void> {
    return this.memberships.update(manager, schoolId, membership);
  }

  /** What those have claimed who are deactivated goes to others. After the last membership of the transaction. */
  withdrawClaims(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<void> {
    return this.claims.withdrawAll(manager, schoolId, membershipIds);
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
    return this.dataSource.transaction(async (manager) => {
      // An import locks sign-ups twice, and whoever holds one then must not want another of them.
      await this.feeds.lockForImport(manager, [schoolId]);
      const id = await this.memberships.setDeactivated(manager, schoolId, normalizeEmail(email), at);
      if (!id) throw new UnknownMembershipError();
      auditSchools([schoolId]);
      auditItem('membership', id);
      if (at) await this.withdrawClaims(manager, schoolId, [id]);
      return id;
    });
  }
}
