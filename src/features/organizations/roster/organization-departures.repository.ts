import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const SHOWING = `
  select 'organization_roster' as type, organization_id as id from organization_parents
  where school_id = $1 and membership_id = $2
  union
  select 'organization', organization_id from organization_leaders where school_id = $1 and membership_id = $2
  order by type, id`;

/** An organization with a member on its roster, or among its leaders. */
export interface ShowingOrganization {
  type: 'organization' | 'organization_roster';
  id: string;
}

@Injectable()
export class OrganizationDeparturesRepository {
  findShowing(
    manager: EntityManager,
    { schoolId, membershipId }: { schoolId: string; membershipId: string },
  ): Promise<ShowingOrganization[]> {
    return manager.query(SHOWING, [schoolId, membershipId]);
  }
}
