import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { isOrganizationThere } from '../../access/organization-access.js';
import { addressVisible, isOwn, type Viewer } from '../../access/privacy-mask.js';
import { queryPrepared } from '../../database/prepared-statement.js';

const VIEWER: Viewer = { membership: '$2', admin: '$3' };

/** The organization of the school that $5 names. */
const ORGANIZATION = `organizations o where o.school_id = $1 and o.short_name = $5`;

/** Null unless the organization is there for the caller, if one is asked for. */
const MARKERS = `
  select case when $5::text is null
      or exists (select from ${ORGANIZATION} and ${isOrganizationThere('o', VIEWER.admin)})
    then '{"markers":' || coalesce(json_agg(marker), '[]')::text || '}' end as text from (
    select s.id as student_id, s.first_name, s.last_name, s.first_name || ' ' || s.last_name as name,
      s.graduation_year, s.latitude, s.longitude, ${isOwn('s', VIEWER)} as is_own,
      star.student_id is not null as starred
    from students s left join stars star on star.student_id = s.id and star.membership_id = $2
    where s.school_id = $1 and s.archived_at is null and s.latitude is not null and s.longitude is not null
      and ${addressVisible('s', VIEWER)}
      and (not $4::boolean or star.student_id is not null)
      and ($5::text is null or s.id in (select enrolled.student_id from organization_students enrolled
        where enrolled.organization_id = (select o.id from ${ORGANIZATION})))
    order by s.last_name, s.first_name, s.id
  ) marker`;

export interface MapFilter {
  starredOnly: boolean;
  /** Short name; null for all students. */
  organization: string | null;
}

@Injectable()
export class MapMarkersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written: one round trip, no entities. Null when the organization is not there. */
  async find(member: Member, filter: MapFilter): Promise<string | null> {
    const [row] = await queryPrepared<{ text: string | null }>(this.dataSource, MARKERS, [
      member.schoolId,
      member.membershipId,
      member.isAdmin,
      filter.starredOnly,
      filter.organization,
    ]);
    return row!.text;
  }
}
