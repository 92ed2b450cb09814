import { isOrganizationThere } from '../../access/organization-access.js';
import {
  addressVisible,
  contactVisible,
  isOwn,
  studentContactVisible,
  type Viewer,
} from '../../access/privacy-mask.js';
import { utcText } from '../../database/utc-text.js';
import { kindOrder } from '../organizations/organization-kind.js';
import { postalAddress } from './postal-address.js';
import { ACTIVE_MEMBERSHIP } from './roster-student.js';

const VIEWER: Viewer = { membership: '$3', admin: '$4' };

/** A deactivated member is not shown any more, and neither is their photo. */
const HAS_PHOTO = `exists (select 1 from parent_photos photo where photo.membership_id = ${ACTIVE_MEMBERSHIP})`;

const GUARDIANS = `
  (select json_agg(json_build_object(
      'id', g.id, 'membership_id', ${ACTIVE_MEMBERSHIP}, 'name', trim(g.first_name || ' ' || g.last_name),
      'relation', g.relation,
      'email', case when ${contactVisible('g', VIEWER)} then g.email end,
      'phone', case when ${contactVisible('g', VIEWER)} then g.phone end,
      'has_photo', ${HAS_PHOTO}) order by g.is_primary desc, g.last_name, g.first_name, g.id)
    from guardians g where g.student_id = s.id)`;

/** What nobody else has: SQL, of a student's id and of the member's. */
export const ownStar = (student: string, membership: string): string =>
  `exists (select from stars where membership_id = ${membership} and student_id = ${student})`;
export const ownNotes = (student: string, membership: string): string => `
  coalesce((select json_agg(json_build_object('student_id', n.student_id, 'body', n.body,
      'created_at', ${utcText('n.created_at')}, 'updated_at', ${utcText('n.updated_at')}))
    from notes n where n.student_id = ${student} and n.author_membership_id = ${membership}), '[]')`;

const ORGANIZATIONS = `
  (select json_agg(json_build_object('id', o.id, 'short_name', o.short_name, 'name', o.name, 'kind', o.kind)
      order by ${kindOrder('o')}, o.name, o.id)
    from organization_students enrolled join organizations o on o.id = enrolled.organization_id
    where enrolled.student_id = s.id and ${isOrganizationThere('o', VIEWER.admin)})`;

/**
 * $1 the school, $3 the member who looks, $4 whether they are an admin; $2 is for the conditions.
 * @param own columns of what is the member's own
 */
export const studentDetails = (conditions: string, own = ''): string => `
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
    ${isOwn('s', VIEWER)} as is_own ${own}
  from students s
  join schools school on school.id = s.school_id
  cross join lateral (
    select ${addressVisible('s', VIEWER)} as address, ${studentContactVisible('s', VIEWER)} as contact) shown
  where s.school_id = $1 and s.archived_at is null and ${conditions}`;

/** Nobody has this membership: a parent to whom no family is their own, and who has no star and no note. */
export const UNRELATED = { membershipId: '00000000-0000-0000-0000-000000000000', isAdmin: false };
