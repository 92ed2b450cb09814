import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import type { MemberChange } from '../../database/member-change.js';
import { NotAuthorizedError, NotFoundError } from '../../errors/app-error.js';
import { assertMatches } from '../../http/entity-tag.js';
import { OrganizationAccessService } from '../organizations/organization-access.service.js';
import type { Publication, SeenItem } from './publication.js';
import { PublishingRightsRepository } from './publishing-rights.repository.js';

/** Who may publish what (contract section 0.2), for the calendar, documents and notices alike. */
@Injectable()
export class PublishingRightsService {
  constructor(
    private readonly references: PublishingRightsRepository,
    private readonly organizations: OrganizationAccessService,
  ) {}

  /**
   * First in the transaction of every write, so that the rights that allow it last until it is done.
   * @returns the member as they are now, whom the rest of the write goes by
   * @throws NotAuthorizedError the member has left, or was deactivated
   */
  hold(manager: EntityManager, member: Member): Promise<Member> {
    return this.organizations.holdGrants(manager, member);
  }

  /**
   * Admins publish anything, editors for an organization on which they hold a live grant.
   * @param present the organizations of whose audience are asked about no more; whether the caller may change it is
   * `assertMayChange`
   * @throws NotAuthorizedError for the whole school, or for an organization that the caller does not manage
   * @throws NotFoundError an organization, a category or an audience of another school, or none at all
   */
  async assertMayPublish(
    change: MemberChange,
    next: Publication,
    present: Publication | null,
  ): Promise<void> {
    const { organizationId, categoryId } = next;
    if (!organizationId && !change.member.isAdmin) throw new NotAuthorizedError();
    const audienceOrganizationIds = next.audienceOrganizationIds.filter(
      (id) => !present?.audienceOrganizationIds.includes(id),
    );
    const found = await this.references.findReferences(change, { ...next, audienceOrganizationIds });
    if (organizationId) {
      if (!found.organization) throw new NotFoundError();
      if (found.organization !== 'managed') throw new NotAuthorizedError();
    }
    if ((categoryId && !found.category) || !found.audience) throw new NotFoundError();
  }
}

/**
 * @throws NotFoundError not there for the caller
 * @throws NotAuthorizedError there, and not theirs to change
 * @throws StaleError `ifMatch` names another state than the present one
 */
export function assertMayChange<Body>(seen: SeenItem<Body> | null, ifMatch: string | undefined): void {
  if (!seen) throw new NotFoundError();
  if (!seen.managed) throw new NotAuthorizedError();
  assertMatches(ifMatch, seen.body);
}
