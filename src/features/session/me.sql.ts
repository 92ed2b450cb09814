import type { AccessNames, AlongWithAccess } from '../../access/along-with-access.js';
import { isInForce } from '../../access/organization-access.js';
import { utcText } from '../../database/utc-text.js';

const STUDENTS = `
  left join lateral (
    select json_agg(json_build_object('id', s.id, 'first_name', s.first_name, 'last_name', s.last_name,
        'graduation_year', s.graduation_year) order by s.last_name, s.first_name, s.id) as list,
      case when bool_and(s.address_visible) then true when not bool_or(s.address_visible) then false end
        as address_visible
    from guardians g join students s on s.id = g.student_id and s.archived_at is null
    where g.membership_id = m.id and m.deactivated_at is null
  ) own on true`;

const editorGrants = (now: string): string => `
  (select json_agg(json_build_object('organization_id', o.id, 'organization_name', o.name,
      'expires_at', ${utcText('held.expires_at')}) order by o.name, o.id)
    from organization_grants held join organizations o on o.id = held.organization_id and o.archived_at is null
    where held.membership_id = m.id and m.deactivated_at is null and ${isInForce('held', now)})`;

/** The memberships, and whether there are some and every one is deactivated: a fresh account without any is not. */
const memberships = (user: string, now: string): string => `
  select
    coalesce(json_agg(json_build_object(
      'membership_id', m.id,
      'school_id', school.id,
      'school_name', school.name,
      'school_short_name', school.short_name,
      'time_zone', school.time_zone,
      'role', m.role,
      'status', case when m.deactivated_at is null then 'active' else 'deactivated' end,
      'is_admin', m.role <> 'parent',
      'profile_visibility', m.profile_visibility,
      'address_visible', own.address_visible,
      'students', coalesce(own.list, '[]'),
      'editor_grants', coalesce(${editorGrants(now)}, '[]'),
      'joined_at', ${utcText('m.joined_at')}
    ) order by school.name, school.id), '[]') as list,
    coalesce(bool_and(m.deactivated_at is not null), false) as are_all_deactivated
  from memberships m join schools school on school.id = m.school_id ${STUDENTS}
  where m.user_id = ${user}`;

/** The person and their memberships, in the shape of the answer. */
export const me = ({ user, now }: Pick<AccessNames, 'user' | 'now'>): string => `
  select json_build_object(
    'user', json_build_object('id', person.id, 'email', person.email, 'first_name', person.first_name,
      'last_name', person.last_name, 'two_step_enabled', person.two_step_enabled),
    'memberships', belongs.list,
    'is_fully_deactivated', belongs.are_all_deactivated)
  from users person, lateral (${memberships('person.id', now)}) belongs
  where person.id = ${user}`;

/** As text, which is sent as it is. */
export const ME_TEXT: AlongWithAccess = { name: 'me', sql: (row) => `(${me(row)})::text` };
