import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { addressVisible, contactVisible, isOwn, type Viewer } from '../../access/privacy-mask.js';
import { ACTIVE_MEMBERSHIP, GUARDIAN_COLUMNS, STUDENT_ORDER, families } from '../directory/roster-student.js';

const VIEWER: Viewer = { membership: '$2', admin: '$3' };

/** Mean radius of the earth (IUGG). */
const EARTH_KM = 6371.0088;

/** Kilometres between two places along the great circle: the haversine formula, exact for near ones. */
const kilometres = (a: string, b: string): string => `
  2 * ${EARTH_KM} * asin(sqrt(least(1, sind((${b}.latitude - ${a}.latitude) / 2) ^ 2
    + cosd(${a}.latitude) * cosd(${b}.latitude) * sind((${b}.longitude - ${a}.longitude) / 2) ^ 2)))`;

/** Without a row when the student is none of the caller's. */
const NEARBY = `
  with found as materialized (
    select s.*, ${kilometres('home', 's')} as kilometres
    from students home
    join organization_students enrolled on enrolled.organization_id = $4
    join students s on s.id = enrolled.student_id and s.archived_at is null
    where home.id = $5 and ${addressVisible('s', VIEWER)} and not ${isOwn('s', VIEWER)}
      and s.latitude is not null and s.longitude is not null and home.latitude is not null and home.longitude is not null
    order by kilometres, ${STUDENT_ORDER} limit 20)
  select '{"families":' || coalesce((select json_agg(item) from (
      select s.id as student_id, s.first_name || ' ' || s.last_name as name,
        round(s.kilometres::numeric, 2) as distance_km, coalesce(family.list, '[]') as guardians
      from found s ${families(`g.id, ${ACTIVE_MEMBERSHIP} as membership_id, ${GUARDIAN_COLUMNS},
        case when ${contactVisible('g', VIEWER)} then g.email end as email,
        case when ${contactVisible('g', VIEWER)} then g.phone end as phone`)}
      order by s.kilometres, ${STUDENT_ORDER}) item), '[]')::text || '}' as text
  from students own where own.id = $5 and own.school_id = $1 and own.archived_at is null and ${isOwn('own', VIEWER)}`;

@Injectable()
export class NearbyRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written; one round trip. Null when the student is none of the caller's. */
  async find(member: Member, organizationId: string, studentId: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ text: string }[]>(NEARBY, [
      member.schoolId,
      member.membershipId,
      member.isAdmin,
      organizationId,
      studentId,
    ]);
    return row?.text ?? null;
  }
}
