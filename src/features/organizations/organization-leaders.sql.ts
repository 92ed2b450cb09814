import { fullName, memberContact } from '../directory/member-contact.js';

/** Who a leader is; nobody for one who has left, is archived or deactivated. */
const PERSON = `
  select 'staff' as type, employed.id, ${fullName('employed')} as name
  from staff_members employed where employed.id = l.staff_member_id and employed.archived_at is null
  union all
  select 'parent', m.id, ${fullName('person')}
  from memberships m join users u on u.id = m.user_id ${memberContact('null')}
  where m.id = l.membership_id and m.deactivated_at is null
  union all
  select 'student', s.id, ${fullName('s')}
  from students s where s.id = l.student_id and s.archived_at is null`;

/** SQL for the leadership of an organization: a list of Leader. */
export const leadershipOf = (organizationId: string): string => `
  coalesce((select json_agg(json_build_object('id', l.id, 'type', who.type, 'person_id', who.id, 'name', who.name,
      'title', l.title, 'position', l.position) order by l.position, l.id)
    from organization_leaders l cross join lateral (${PERSON}) who
    where l.organization_id = ${organizationId}), '[]')`;
