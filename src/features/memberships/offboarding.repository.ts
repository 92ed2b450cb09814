import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MemberRole } from '../../platform/auth/caller.js';

/** $1: the school, $2: the membership, $3: now. Before the membership is gone. */
export const KEEP_DEPARTURE = `
  insert into member_departures
    (user_id, school_id, profile_visibility, unsubscribed_at, mail_token, revoked_organization_ids, left_at)
  select m.user_id, m.school_id, case when m.hidden_by_default then 'full' else m.profile_visibility end, choice.unsubscribed_at, choice.token,
    array(select held.organization_id from organization_grants held
      where held.school_id = m.school_id and held.membership_id = m.id and held.revoked_at is not null
      order by held.organization_id), $3
  from memberships m
  left join mail_choices choice on choice.school_id = m.school_id and choice.membership_id = m.id
    and choice.unsubscribed_at is not null
  where m.school_id = $1 and m.id = $2
  on conflict (user_id, school_id) do update set profile_visibility = excluded.profile_visibility,
    unsubscribed_at = excluded.unsubscribed_at, mail_token = excluded.mail_token,
    revoked_organization_ids = excluded.revoked_organization_ids, left_at = excluded.left_at`;

/** $1: the new membership, $2: the person, $3: the school. The visibility is asked for where the membership is made. */
export const RESTORE_DEPARTED = `
  with departed as (delete from member_departures where user_id = $2 and school_id = $3 returning *
  ), choices as (
    insert into mail_choices (membership_id, school_id, token, unsubscribed_at)
    select $1::uuid, school_id, mail_token, unsubscribed_at from departed where unsubscribed_at is not null
  ), grants as (
    insert into organization_grants (school_id, organization_id, membership_id, starts_at, revoked_at)
    select departed.school_id, own.id, $1::uuid, left_at, left_at
    from departed join organizations own on own.school_id = departed.school_id and own.id = any (revoked_organization_ids)
  )
  update permission_slip_responses set signed_by_membership_id = $1
  where signed_by_user_id = $2 and school_id = $3 and signed_by_membership_id is null`;

export interface Leaver {
  schoolId: string;
  membershipId: string;
  userId: string;
}

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
  lock(manager: EntityManager, { schoolId, membershipId }: Leaver): Promise<LockedMember[]> {
    return manager.query(
      `select id, role, deactivated_at is null as active from memberships
       where school_id = $1 and (id = $2 or (role = 'senior_admin' and deactivated_at is null
         and (select role from memberships where school_id = $1 and id = $2 and deactivated_at is null) = 'senior_admin'))
       order by id
       for no key update`,
      [schoolId, membershipId],
    );
  }

  /**
   * Entries on lists first and in order: of two who have each other on a list and leave at once, each would come upon
   * them from the other side.
   */
  async removeMembership(manager: EntityManager, { schoolId, membershipId }: Leaver): Promise<void> {
    await manager.query(
      `delete from list_guardians where school_id = $1 and id in (
         select entry.id from list_guardians entry
         join lists list on list.school_id = entry.school_id and list.id = entry.list_id
         where entry.school_id = $1 and (entry.guardian_membership_id = $2 or list.owner_membership_id = $2)
         order by entry.id for update of entry)`,
      [schoolId, membershipId],
    );
    // A deactivated person must not come back by an earlier invitation: a later one is another decision.
    await manager.query(
      `delete from invitations i using memberships m join user_addresses u on u.user_id = m.user_id
       where m.school_id = $1 and m.id = $2 and m.deactivated_at is not null
         and i.school_id = m.school_id and i.email = u.email and i.consumed_at is null`,
      [schoolId, membershipId],
    );
    await manager.query(`delete from memberships where school_id = $1 and id = $2`, [schoolId, membershipId]);
  }
}
