import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { isMemberOfOrganization } from '../../access/organization-access.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import type { FeatureFlags } from '../../access/school-feature.js';

export interface SchoolFeaturesRow {
  id: string;
  name: string;
  time_zone: string;
  locale: string;
  features: Partial<FeatureFlags>;
  /** The caller's own, without archived ones. */
  organizations: number;
}

const FEATURES = `
  select school.id, school.name, school.time_zone, school.locale, school.features,
    (select count(*)::int from organizations o where o.school_id = school.id and o.archived_at is null
      and ${isMemberOfOrganization('o', { membership: '$2', now: '$3' })}) as organizations
  from schools school where school.id = $1`;

@Injectable()
export class SchoolFeaturesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One round trip; null when the school was removed a moment ago. */
  async find(member: Member, now: Date): Promise<SchoolFeaturesRow | null> {
    const parameters = [member.schoolId, member.membershipId, now];
    const [row] = await queryPrepared<SchoolFeaturesRow>(this.dataSource, FEATURES, parameters);
    return row ?? null;
  }
}
