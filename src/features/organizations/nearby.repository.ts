import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../policy/name-order.js';
import {
  addressVisible,
  contactVisible,
  isOwn,
  READER,
  readerParameters,
} from '../../policy/privacy-mask.js';
import {
  ACTIVE_MEMBERSHIP,
  families,
  GUARDIAN_COLUMNS,
  GUARDIAN_HAS_PHOTO,
} from '../directory/roster/roster-student.js';

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
    join organization_students enrolled on enrolled.school_id = home.school_id and enrolled.organization_id = $4
    join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
    where home.school_id = $1 and home.id = $5 and ${addressVisible('s', READER)} and not ${isOwn('s', READER)}
      and s.latitude is not null and s.longitude is not null and home.latitude is not null and home.longitude is not null
    order by kilometres, s.last_name, s.first_name, s.id limit 20)
  select coalesce((select json_agg(item) from (
      select s.id as student_id, ${fullName('s')} as name, ${nameSortKey('s', ['s.kilometres'])} as sort_key,
        round(s.kilometres::numeric, 2) as distance_km, coalesce(family.list, '[]') as guardians
      from found s ${families(`g.id, ${ACTIVE_MEMBERSHIP} as membership_id, ${GUARDIAN_COLUMNS}, ${GUARDIAN_HAS_PHOTO} as has_photo,
        case when ${contactVisible('g', READER)} then g.email end as email,
        case when ${contactVisible('g', READER)} then g.phone end as phone`)}
) item), '[]') as families, ${schoolLocale('$1')} as locale
  from students own where own.school_id = $1 and own.id = $5 and own.archived_at is null and ${isOwn('own', READER)}`;

@Injectable()
export class NearbyRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The families as text; one round trip. Null when the student is none of the caller's. */
  async findNearby(member: Member, organizationId: string, studentId: string): Promise<string | null> {
    const rows = await this.dataSource.query<{ families: object[]; locale: string }[]>(NEARBY, [
      ...readerParameters(member),
      organizationId,
      studentId,
    ]);
    return rows.length > 0 ? JSON.stringify(inSchoolOrder(rows)[0]) : null;
  }
}
