import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MemberRole } from '../../platform/auth/caller.js';
import type { Departure, Leaver } from './member-holdings.service.js';

/** $1: the school, $2: the membership. Before the membership is gone. */
const INSERT_DEPARTURE = `
  insert into member_departures
    (user_id, school_id, profile_visibility, unsubscribed_at, mail_token, revoked_organization_ids, left_at)
  select m.user_id, m.school_id, case when m.hidden_by_default then 'full' else m.profile_visibility end, $3, $4, $5, $6
  from memberships m where m.school_id = $1 and m.id = $2
  on conflict (user_id, school_id) do update set profile_visibility = excluded.profile_visibility,
    unsubscribed_at = excluded.unsubscribed_at, mail_token = excluded.mail_token,
    revoked_organization_ids = excluded.revoked_organization_ids, left_at = excluded.left_at`;

export interface LockedMember {
  id: string;
  role: MemberRole;
  active: boolean;
}

@Injectable()
export class OffboardingRepository {
  /** Null when it is no membership of this person; a deactivated one may be left as well. Ids are as stored, whatever the case they came in. */
  async findLeaver(manager: EntityManager, userId: string, membershipId: string): Promise<Leaver | null> {
    const [leaver] = await manager.query<Leaver[]>(
      `select id as "membershipId", school_id as "schoolId", user_id as "userId" from memberships
       where id = $1 and user_id = $2`,
      [membershipId, userId],
    );
    return leaver ?? null;
  }

  /**
   * The leaver, unless gone meanwhile, and with a senior admin every active senior admin of the school: in order of
   * their ids, so that of all who leave at once one decides after the other. Not `for update`, which the delete itself
   * takes: their own stars and notes need not wait.
   */
  lockLeaver(manager: EntityManager, { schoolId, membershipId }: Leaver): Promise<LockedMember[]> {
    return manager.query(
      `select id, role, deactivated_at is null as active from memberships
       where school_id = $1 and (id = $2 or (role = 'senior_admin' and deactivated_at is null
         and (select role from memberships where school_id = $1 and id = $2 and deactivated_at is null) = 'senior_admin'))
       order by id
       for no key update`,
      [schoolId, membershipId],
    );
  }

  async insertDeparture(
    manager: EntityManager,
    { schoolId, membershipId }: Leaver,
    { unsubscribedAt, mailToken, revokedOrganizationIds, leftAt }: Departure,
  ): Promise<void> {
    const lasting = [unsubscribedAt, mailToken, revokedOrganizationIds, leftAt];
    await manager.query(INSERT_DEPARTURE, [schoolId, membershipId, ...lasting]);
  }

  async removeMembership(manager: EntityManager, { schoolId, membershipId }: Leaver): Promise<void> {
    await manager.query(`delete from memberships where school_id = $1 and id = $2`, [schoolId, membershipId]);
  }
}
