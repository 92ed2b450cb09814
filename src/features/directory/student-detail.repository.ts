import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { isOrganizationThere } from '../../access/organization-access.js';
import { addressVisible, contactVisible, isOwn, type Viewer } from '../../access/privacy-mask.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import { kindOrder } from '../organizations/organization-kind.js';
import type { StudentDetail } from './student-detail.dto.js';

const VIEWER: Viewer = { membership: '$3', admin: '$4' };
const UTC = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ADDRESS = `
  case when shown.address and s.address_line1 is not null and s.address_city is not null then json_build_object(
    'line1', s.address_line1, 'line2', s.address_line2, 'city', s.address_city, 'region', s.address_region,
    'postal_code', s.address_postal_code, 'country', coalesce(s.address_country, school.country)) end`;

const GUARDIANS = `
  (select json_agg(json_build_object(
      'id', g.id, 'membership_id', g.membership_id, 'name', trim(g.first_name || ' ' || g.last_name),
      'relation', g.relation,
      'email', case when ${contactVisible('g', VIEWER)} then g.email end,
      'phone', case when ${contactVisible('g', VIEWER)} then g.phone end,
      'has_photo', false) order by g.is_primary desc, g.last_name, g.first_name, g.id)
    from guardians g where g.student_id = s.id)`;

const NOTES = `
  (select json_agg(json_build_object('student_id', n.student_id, 'body', n.body,
      'created_at', ${UTC('n.created_at')}, 'updated_at', ${UTC('n.updated_at')}))
    from notes n where n.student_id = s.id and n.author_membership_id = $3)`;

const ORGANIZATIONS = `
  (select json_agg(json_build_object('id', o.id, 'short_name', o.short_name, 'name', o.name, 'kind', o.kind)
      order by ${kindOrder('o')}, o.name, o.id)
    from organization_students enrolled join organizations o on o.id = enrolled.organization_id
    where enrolled.student_id = s.id and ${isOrganizationThere('o', VIEWER.admin)})`;

const DETAIL = `
  select s.id, s.school_id, s.first_name, s.middle_name, s.last_name, s.preferred_name,
    s.first_name || ' ' || s.last_name as name, s.graduation_year, s.grade, s.email, s.phone,
    ${ADDRESS} as address,
    case when shown.address then s.latitude end as latitude,
    case when shown.address then s.longitude end as longitude,
    s.address_visible, false as has_photo,
    coalesce(${GUARDIANS}, '[]') as guardians,
    coalesce(${ORGANIZATIONS}, '[]') as organizations,
    ${isOwn('s', VIEWER)} as is_own,
    exists (select 1 from stars where membership_id = $3 and student_id = s.id) as starred,
    coalesce(${NOTES}, '[]') as notes
  from students s
  join schools school on school.id = s.school_id
  cross join lateral (select ${addressVisible('s', VIEWER)} as address) shown
  where s.id = $1 and s.school_id = $2 and s.archived_at is null`;

@Injectable()
export class StudentDetailRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Already masked for the caller and in the shape of the answer; one round trip. */
  async find(member: Member, studentId: string): Promise<StudentDetail | null> {
    const [row] = await queryPrepared<StudentDetail>(this.dataSource, DETAIL, [
      studentId,
      member.schoolId,
      member.membershipId,
      member.isAdmin,
    ]);
    return row ?? null;
  }
}
