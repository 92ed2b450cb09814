import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from './caller.js';
import { lockMember } from './member-lock.repository.js';
import { OrganizationAccessRepository } from './organization-access.repository.js';
import { Clock } from '../clock/clock.js';
import { NotAuthorizedError, NotFoundError } from '../errors/app-error.js';

/**
 * Answers what a member may do with an organization (contract section 0.2), for every feature that needs to know. It reads
 * from storage every time: a grant may have ended since the page was loaded.
 */
@Injectable()
export class OrganizationAccessService {
  constructor(
    private readonly organizations: OrganizationAccessRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the member is a manager of an organization that they may see: an admin, or an editor with a live grant.
   * @throws NotFoundError of another school, or archived and the member no admin
   */
  async canManage(member: Member, organizationId: string): Promise<boolean> {
    const rights = await this.organizations.findRights(member, organizationId, this.clock.now());
    if (!rights) throw new NotFoundError();
    return rights.can_edit;
  }

  /**
   * For reads that only managers may make.
   * @throws NotFoundError of another school, or archived and the member no admin
   * @throws NotAuthorizedError no admin and no live grant
   */
  async assertManager(member: Member, organizationId: string): Promise<void> {
    if (!(await this.canManage(member, organizationId))) throw new NotAuthorizedError();
  }

  /**
   * For files that an item may come to name: whose item, and so of which organization, nobody knows yet. The guard has
   * asked before the upload (`PublisherOfSchool`); this is in the transaction that keeps it.
   * @throws NotAuthorizedError no admin of the school, and no live grant on any of its organizations
   */
  async assertMayStillUpload(manager: EntityManager, member: Member): Promise<void> {
    const present = await this.lockGrants(manager, member);
    const allowed = await this.organizations.mayUpload(manager, present, this.clock.now());
    if (!allowed) throw new NotAuthorizedError();
  }

  /**
   * First in the transaction of every write. Until it ends, writes to the same organization wait for each other, and
   * so do its archiving, the revocation of the grant that allows this one, and whatever changes the member. The
   * membership comes first, as it does for whoever leaves the school.
   * @returns the member as they are now: their role may have changed since the guard asked
   * @throws NotFoundError of another school, or archived and the member no admin; or no active member any more
   * @throws NotAuthorizedError no admin and no live grant
   */
  async lockAsManager(manager: EntityManager, member: Member, organizationId: string): Promise<Member> {
    const present = await lockMember(manager, member);
    if (!present || !(await this.organizations.lockOrganization(manager, present, organizationId)))
      throw new NotFoundError();
    if (present.isAdmin) return present;
    const allowed = await this.organizations.lockGrant(manager, present, organizationId, this.clock.now());
    if (!allowed) throw new NotAuthorizedError();
    return present;
  }

  /**
   * For writes that do not change an organization, and go by the member's rights to any: first in their transaction.
   * Until it ends, the member stays what they are, and so do the grants that they hold, and their organizations.
   * @returns the member as they are now: their role may have changed since the guard asked
   * @throws NotAuthorizedError no active member any more
   */
  async lockGrants(manager: EntityManager, member: Member): Promise<Member> {
    const present = await lockMember(manager, member);
    if (!present) throw new NotAuthorizedError();
    if (!present.isAdmin) await this.organizations.lockGrants(manager, present);
    return present;
  }
}
