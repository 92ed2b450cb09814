import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { OrganizationAccessService } from '../../../platform/auth/organization-access.service.js';
import type { OrganizationCandidate } from './organization-roster.dto.js';
import { OrganizationRosterRepository } from './organization-roster.repository.js';
import { ParentsService } from '../../directory/guardians/parents.service.js';

@Injectable()
export class OrganizationCandidatesService {
  constructor(
    private readonly roster: OrganizationRosterRepository,
    private readonly parents: ParentsService,
    private readonly access: OrganizationAccessService,
  ) {}

  /**
   * Every parent of the school who is not on the roster yet.
   * @throws NotFoundError when the organization is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  async list(member: Member, organizationId: string): Promise<OrganizationCandidate[]> {
    await this.access.assertManager(member, organizationId);
    const onRoster = new Set(await this.roster.findParentIds(member, organizationId));
    const parents = await this.parents.candidates(member);
    return parents.filter(({ membership_id }) => !onRoster.has(membership_id));
  }
}
