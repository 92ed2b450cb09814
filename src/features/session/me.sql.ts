import type { AccessNames, Prefetch } from '../../platform/auth/prefetch.js';
import type { MemberRole } from '../../platform/auth/caller.js';
import { isInForce } from '../../policy/organization-access.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

/** Columns without their names: PostgreSQL takes twice as long to write JSON with them. */
export type MeCells = [
  id: string,
  email: string,
  firstName: string | null,
  lastName: string | null,
  twoStepEnabled: boolean,
  memberships: MembershipCells[] | null,
];

export type MembershipCells = [
  id: string,
  schoolId: string,
  schoolName: string,
  schoolShortName: string,
  timeZone: string,
  role: MemberRole,
  isActive: boolean,
  visibility: ProfileVisibility,
  joinedAt: string,
  students: StudentCells[] | null,
  grants: GrantCells[] | null,
];

export type StudentCells = [
  id: string,
  firstName: string,
  lastName: string,
  graduationYear: number | null,
  addressVisible: boolean,
];

export type GrantCells = [organizationId: string, organizationName: string, expiresAt: string | null];

type Asked = Pick<AccessNames, 'person' | 'now'>;

const STUDENTS = `
  (select json_agg(json_build_array(s.id, s.first_name, s.last_name, s.graduation_year, s.address_visible)
      order by s.last_name, s.first_name, s.id)
    from guardians g join students s on s.id = g.student_id and s.archived_at is null
    where g.membership_id = m.id and m.deactivated_at is null)`;

const grants = (now: string): string => `
  (select json_agg(json_build_array(o.id, o.name, ${utcText('held.expires_at')}) order by o.name, o.id)
    from organization_grants held join organizations o on o.id = held.organization_id and o.archived_at is null
    where held.membership_id = m.id and m.deactivated_at is null and ${isInForce('held', now)})`;

const memberships = ({ person, now }: Asked): string => `
  (select json_agg(json_build_array(m.id, m.school_id, school.name, school.short_name, school.time_zone, m.role,
      m.deactivated_at is null, m.profile_visibility, ${utcText('m.joined_at')}, ${STUDENTS}, ${grants(now)})
      order by school.name, school.id)
    from memberships m join schools school on school.id = m.school_id
    where m.user_id = ${person}.id)`;

const user = (person: string): string =>
  ['id', 'email', 'first_name', 'last_name', 'two_step_enabled']
    .map((column) => `${person}.${column}`)
    .join(', ');

/** The person and their memberships: {@link MeCells}. */
export const me = ({ person, now }: Asked): string => `
  json_build_array(${user(person)}, ${memberships({ person, now })})`;

export const ALONG_WITH_ME: Prefetch = { name: 'me', sql: me };
