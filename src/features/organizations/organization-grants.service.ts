import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import type { RowCounts } from '../../platform/import-report.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { DeactivatedMembershipError, UnknownMembershipError } from '../memberships/memberships.service.js';
import {
  type GrantReference,
  type ImportedGrant,
  OrganizationGrantsRepository,
  type ListedGrant,
} from './organization-grants.repository.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { auditItem } from '../../platform/audit/operation.js';

export class UnknownOrganizationError extends CommandRefusedError {
  constructor() {
    super('This school has no organization with this short name or id.');
  }
}

export class ArchivedOrganizationError extends CommandRefusedError {
  constructor() {
    super('The organization is archived; nobody can edit it.');
  }
}

export class UnknownGrantError extends CommandRefusedError {
  constructor() {
    super('This person has no grant on this organization.');
  }
}

export type { ImportedGrant, GrantReference } from './organization-grants.repository.js';

/** Rights to edit an organization: one grant for each member and organization. */
@Injectable()
export class OrganizationGrantsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly grants: OrganizationGrantsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a member the right from now on, or gives it back. Adding again states the expiry again.
   * @param expiresAt UTC; null: until revoked
   * @returns the grant's id
   * @throws UnknownOrganizationError
   * @throws ArchivedOrganizationError
   * @throws UnknownMembershipError
   * @throws DeactivatedMembershipError
   */
  add(reference: GrantReference, expiresAt: Date | null): Promise<string> {
    return this.transactions.run(async (manager) => {
      const { organization, member } = await this.find(manager, reference);
      if (organization.archived) throw new ArchivedOrganizationError();
      if (member.deactivated) throw new DeactivatedMembershipError();
      const grant = { organizationId: organization.id, membershipId: member.id, startsAt: null };
      const { schoolId } = reference;
      await this.write(manager, schoolId, [{ ...grant, expiresAt, revoked: false, atOnce: true }]);
      recordGrant(manager, schoolId, grant);
      return this.get(manager, schoolId, organization.id, member.id);
    });
  }

  /**
   * From the next request on the member may not edit the organization. Revoking twice keeps the first date.
   * @returns the grant's id
   * @throws UnknownOrganizationError
   * @throws UnknownMembershipError
   * @throws UnknownGrantError
   */
  revoke(reference: GrantReference): Promise<string> {
    return this.transactions.run(async (manager) => {
      const { organization, member } = await this.find(manager, reference);
      const id = await this.get(manager, reference.schoolId, organization.id, member.id);
      const grant = { organizationId: organization.id, membershipId: member.id, startsAt: null };
      await this.write(manager, reference.schoolId, [{ ...grant, revoked: true }]);
      recordGrant(manager, reference.schoolId, grant);
      return id;
    });
  }

  /** Every grant of a school, also those that are over. */
  list(schoolId: string): Promise<ListedGrant[]> {
    return this.transactions.run((manager) => this.grants.listGrants(manager, schoolId, this.clock.now()));
  }

  /** Creates grants and updates those that differ, within the caller's transaction. */
  write(manager: EntityManager, schoolId: string, grants: ImportedGrant[]): Promise<RowCounts> {
    return this.grants.writeGrants(manager, { schoolId, grants, now: this.clock.now() });
  }

  private async find(manager: EntityManager, { schoolId, organization, email }: GrantReference) {
    const found = await this.grants.findOrganization(manager, schoolId, organization);
    if (!found) throw new UnknownOrganizationError();
    const member = await this.grants.findMember(manager, schoolId, normalizeEmail(email));
    if (!member) throw new UnknownMembershipError();
    auditItem('organization', found.id);
    return { organization: found, member };
  }

  private async get(
    manager: EntityManager,
    schoolId: string,
    organizationId: string,
    membershipId: string,
  ): Promise<string> {
    const id = await this.grants.findGrant(manager, schoolId, organizationId, membershipId);
    if (!id) throw new UnknownGrantError();
    return id;
  }
}

const recordGrant = (
  manager: EntityManager,
  schoolId: string,
  { organizationId, membershipId }: { organizationId: string; membershipId: string },
): void =>
  record(
    { manager, schoolId },
    { kind: 'grant.changed', id: organizationId, ids: { members: [membershipId] } },
  );
