import { Injectable } from '@nestjs/common';
import { holdsLiveGrant, isOrganizationThere } from '../../policy/organization-access.js';
import { VIEWER, viewerParameters } from '../../policy/audience.js';
import type { WriteContext } from '../../platform/database/write-context.js';
import type { Publication } from './publication.js';

/** Whether what the item refers to is there for the caller, and whether they manage its organization. */
export interface References {
  organization: 'managed' | 'seen' | null;
  category: boolean;
  /** Of the organizations that it is addressed to. */
  audience: 'managed' | 'seen' | null;
}

const REFERENCES = `
  select
    (select case when ${VIEWER.admin}::boolean or ${holdsLiveGrant('o', VIEWER)} then 'managed' else 'seen' end
      from organizations o
      where o.school_id = $1 and o.id = $5 and ${isOrganizationThere('o', VIEWER.admin)}) as organization,
    exists (select from categories c where c.school_id = $1 and c.id = $6) as category,
    (select case when count(*) < cardinality($7::uuid[]) then null
        when coalesce(bool_and(${VIEWER.admin}::boolean or ${holdsLiveGrant('o', VIEWER)}), true) then 'managed' else 'seen' end
      from organizations o
      where o.school_id = $1 and o.id = any($7::uuid[]) and ${isOrganizationThere('o', VIEWER.admin)}) as audience`;

@Injectable()
export class PublishingRightsRepository {
  async findReferences(
    { manager, member, now }: WriteContext,
    publication: Publication,
  ): Promise<References> {
    const [row] = await manager.query<[References]>(REFERENCES, [
      ...viewerParameters(member, now),
      publication.organizationId,
      publication.categoryId,
      publication.audienceOrganizationIds,
    ]);
    return row;
  }
}
