import type { AccessNames, Prefetch } from '../../platform/auth/prefetch.js';
import { restrictedRecords } from '../../policy/guardian-restriction.js';
import { isInForce, isMemberStill } from '../../policy/organization-access.js';
import { nameSortKey } from '../../policy/name-order.js';
import type { Viewer } from '../../policy/privacy-mask.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { MembershipBody, MembershipEditorGrant, MembershipStudent, MeUser } from './me.dto.js';

/** A person with their memberships, as the statement below writes them. */
export interface MeRow extends MeUser {
  memberships: MembershipRow[] | null;
}

export interface MembershipRow extends Omit<
  MembershipBody,
  'status' | 'is_admin' | 'address_visible' | 'students' | 'editor_grants'
> {
  is_active: boolean;
  locale: string;
  students: StudentRow[] | null;
  grants: MembershipEditorGrant[] | null;
}

export interface StudentRow extends MembershipStudent {
  address_visible: boolean;
}

type CallerNames = Pick<AccessNames, 'person' | 'now'>;

const MEMBER: Viewer = { school: 'm.school_id', membership: 'm.id', admin: 'false' };

/** A student from whom the member is kept apart stays here, too; an account is never linked to a student both ways. */
const STUDENTS = `
  (select json_agg(json_build_object('id', s.id, 'first_name', s.first_name, 'last_name', s.last_name,
      'graduation_year', s.graduation_year, 'address_visible', s.address_visible, 'sort_key', ${nameSortKey('s')},
      'restricted', own.restricted, 'has_restricted_guardian', not own.restricted and exists (select from guardians apart
        where apart.school_id = s.school_id and apart.student_id = s.id and apart.restricted_at is not null)))
    from (
      select g.student_id, false as restricted from family_guardians g
      where g.school_id = m.school_id and g.membership_id = m.id
      union select apart.student_id, true from ${restrictedRecords(MEMBER)}) own
    join students s on s.school_id = m.school_id and s.id = own.student_id and s.archived_at is null
    where m.deactivated_at is null)`;

const grants = (now: string): string => `
  (select json_agg(json_build_object('organization_id', o.id, 'organization_name', o.name,
      'expires_at', ${utcText('held.expires_at')}) order by o.name, o.id)
    from organization_grants held
    join organizations o on o.school_id = held.school_id and o.id = held.organization_id and o.archived_at is null
    where held.school_id = m.school_id and held.membership_id = m.id and m.deactivated_at is null
      and ${isInForce('held', now)})`;

const memberships = ({ person, now }: CallerNames): string => `
  (select json_agg(json_build_object('membership_id', m.id, 'school_id', m.school_id, 'school_name', school.name,
      'school_short_name', school.short_name, 'time_zone', school.time_zone, 'locale', school.locale, 'role', m.role,
      'is_active', ${isMemberStill('m', now)}, 'profile_visibility', m.profile_visibility,
      'joined_at', ${utcText('m.joined_at')}, 'students', ${STUDENTS}, 'grants', ${grants(now)})
      order by school.name, school.id)
    from memberships m join schools school on school.id = m.school_id
    where m.user_id = ${person}.id)`;

const user = (person: string): string =>
  ['id', 'email', 'first_name', 'last_name', 'two_step_enabled']
    .map((column) => `'${column}', ${person}.${column}`)
    .join(', ');

/** The person and their memberships: {@link MeRow}. */
export const me = ({ person, now }: CallerNames): string => `
  json_build_object(${user(person)}, 'memberships', ${memberships({ person, now })})`;

export const ME_PREFETCH: Prefetch = { name: 'me', sql: me };
