import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { isOrganizationThere } from '../../access/organization-access.js';
import {
  addressVisible,
  contactVisible,
  isOwn,
  studentContactVisible,
  type Viewer,
} from '../../access/privacy-mask.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import { utcText } from '../../database/utc-text.js';
import { kindOrder } from '../organizations/organization-kind.js';
import { postalAddress } from './postal-address.js';
import type { StudentDetail } from './student-detail.dto.js';

const VIEWER: Viewer = { membership: '$3', admin: '$4' };

/** A deactivated member is not shown any more, and neither is their photo. */
const HAS_PHOTO = `
  exists (select 1 from parent_photos photo join memberships m on m.id = photo.membership_id
    where m.id = g.membership_id and m.deactivated_at is null)`;

const GUARDIANS = `
  (select json_agg(json_build_object(
      'id', g.id, 'membership_id', g.membership_id, 'name', trim(g.first_name || ' ' || g.last_name),
      'relation', g.relation,
      'email', case when ${contactVisible('g', VIEWER)} then g.email end,
      'phone', case when ${contactVisible('g', VIEWER)} then g.phone end,
      'has_photo', ${HAS_PHOTO}) order by g.is_primary desc, g.last_name, g.first_name, g.id)
    from guardians g where g.student_id = s.id)`;

const NOTES = `
  (select json_agg(json_build_object('student_id', n.student_id, 'body', n.body,
      'created_at', ${utcText('n.created_at')}, 'updated_at', ${utcText('n.updated_at')}))
    from notes n where n.student_id = s.id and n.author_membership_id = $3)`;

const ORGANIZATIONS = `
  (select json_agg(json_build_object('id', o.id, 'short_name', o.short_name, 'name', o.name, 'kind', o.kind)
      order by ${kindOrder('o')}, o.name, o.id)
    from organization_students enrolled join organizations o on o.id = enrolled.organization_id
    where enrolled.student_id = s.id and ${isOrganizationThere('o', VIEWER.admin)})`;

const answer = (conditions: string): string => `
  select s.id, s.school_id, s.first_name, s.middle_name, s.last_name, s.preferred_name,
    s.first_name || ' ' || s.last_name as name, s.graduation_year, s.grade,
    case when shown.contact then s.email end as email,
    case when shown.contact then s.phone end as phone,
    case when shown.address then ${postalAddress('s', 'school')} end as address,
    case when shown.address then s.latitude end as latitude,
    case when shown.address then s.longitude end as longitude,
    s.address_visible, exists (select 1 from student_photos where student_id = s.id) as has_photo,
    coalesce(${GUARDIANS}, '[]') as guardians,
    coalesce(${ORGANIZATIONS}, '[]') as organizations,
    ${isOwn('s', VIEWER)} as is_own,
    exists (select 1 from stars where membership_id = $3 and student_id = s.id) as starred,
    coalesce(${NOTES}, '[]') as notes
  from students s
  join schools school on school.id = s.school_id
  cross join lateral (
    select ${addressVisible('s', VIEWER)} as address, ${studentContactVisible('s', VIEWER)} as contact) shown
  where s.school_id = $2 and s.archived_at is null and ${conditions}`;

const ONE = answer('s.id = $1');

/** $1 is whose students; who looks at them is another question. */
const LINKED = `${answer('s.id in (select linked.student_id from guardians linked where linked.membership_id = $1)')}
  order by s.last_name, s.first_name, s.id`;

/** Nobody has this membership: a parent to whom no family is their own, and who has no star and no note. */
const UNRELATED = { membershipId: '00000000-0000-0000-0000-000000000000', isAdmin: false };

/** Whose linked students. */
export type Relative = Pick<Member, 'membershipId' | 'schoolId' | 'isAdmin'>;

@Injectable()
export class StudentDetailRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Already masked for the caller and in the shape of the answer; one round trip. */
  async find(member: Member, studentId: string): Promise<StudentDetail | null> {
    const [row] = await this.read(ONE, studentId, member.schoolId, member);
    return row ?? null;
  }

  /** The member's linked students as the member gets them, by last name and first name. */
  findLinked(member: Relative): Promise<StudentDetail[]> {
    return this.read(LINKED, member.membershipId, member.schoolId, member);
  }

  /** The same students as an unrelated parent of the school gets them. */
  findLinkedAsSeenByOthers(member: Relative): Promise<StudentDetail[]> {
    return this.read(LINKED, member.membershipId, member.schoolId, UNRELATED);
  }

  private read(
    statement: string,
    id: string,
    schoolId: string,
    { membershipId, isAdmin }: Pick<Member, 'membershipId' | 'isAdmin'>,
  ): Promise<StudentDetail[]> {
    return queryPrepared(this.dataSource, statement, [id, schoolId, membershipId, isAdmin]);
  }
}
