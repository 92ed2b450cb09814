import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isInForce } from '../../access/organization-access.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import { utcText } from '../../database/utc-text.js';
import type { MeUser, MembershipBody } from './session.dto.js';

export interface MeRow {
  user: MeUser;
  memberships: MembershipBody[];
}

const STUDENTS = `
  left join lateral (
    select json_agg(json_build_object('id', s.id, 'first_name', s.first_name, 'last_name', s.last_name,
        'graduation_year', s.graduation_year) order by s.last_name, s.first_name, s.id) as list,
      case when bool_and(s.address_visible) then true when not bool_or(s.address_visible) then false end
        as address_visible
    from guardians g join students s on s.id = g.student_id and s.archived_at is null
    where g.membership_id = m.id and m.deactivated_at is null
  ) own on true`;

const EDITOR_GRANTS = `
  (select json_agg(json_build_object('organization_id', o.id, 'organization_name', o.name,
      'expires_at', ${utcText('held.expires_at')}) order by o.name, o.id)
    from organization_grants held join organizations o on o.id = held.organization_id and o.archived_at is null
    where held.membership_id = m.id and m.deactivated_at is null and ${isInForce('held', '$2')})`;

const ME = `
  select
    json_build_object('id', u.id, 'email', u.email, 'first_name', u.first_name, 'last_name', u.last_name,
      'two_step_enabled', u.two_step_enabled) as "user",
    coalesce((
      select json_agg(json_build_object(
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
        'editor_grants', coalesce(${EDITOR_GRANTS}, '[]'),
        'joined_at', ${utcText('m.joined_at')}
      ) order by school.name, school.id)
      from memberships m join schools school on school.id = m.school_id ${STUDENTS}
      where m.user_id = u.id), '[]') as memberships
  from users u where u.id = $1`;

@Injectable()
export class SessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The person and their memberships in one round trip, already in the shapes of the answer. */
  async findMe(userId: string, now: Date): Promise<MeRow | null> {
    const [row] = await queryPrepared<MeRow>(this.dataSource, ME, [userId, now]);
    return row ?? null;
  }
}
