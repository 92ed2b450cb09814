import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MemberRole } from '../../platform/auth/caller.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

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

export interface MembershipRow {
  id: string;
  user_id: string;
  role: MemberRole;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  profile_visibility: ProfileVisibility;
  hidden_by_default: boolean;
  deactivated_at: Date | null;
  source_digest: string | null;
}

export interface NewMembership {
  schoolId: string;
  userId: string;
  role: MemberRole;
  /** Null, as the other two: what the person has for all schools. */
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  /** Null: as in the person's other schools, or those that they left, else as the school shows those who have not chosen. */
  profileVisibility: ProfileVisibility | null;
  joinedAt: Date;
}

const COLUMNS = `id, user_id, role, first_name, last_name, phone, profile_visibility, hidden_by_default, deactivated_at,
  source_digest`;

@Injectable()
export class MembershipsRepository {
  /** Null when the person is a member already: the unique key on (user, school) decides between two at once. */
  async insert(manager: EntityManager, membership: NewMembership): Promise<MembershipRow | null> {
    // Contact and visibility are one choice across schools: a further membership takes over what the person has chosen, and
    // the first one after they left everywhere what they had chosen last or a school had set for them.
    // The lock waits for a change of contact that is under way.
    const rows = await manager.query<MembershipRow[]>(
      `insert into memberships
         (school_id, user_id, role, first_name, last_name, phone, profile_visibility, joined_at)
       select $1::uuid, u.id, $3, coalesce($4, u.first_name), coalesce($5, u.last_name), coalesce($6, u.phone),
         coalesce(
           (select 'name_only' from memberships where user_id = $2 and profile_visibility = 'name_only'
             and not hidden_by_default limit 1),
           nullif(u.profile_visibility, 'full'),
           (select nullif(profile_visibility, 'full') from member_departures
           where user_id = $2 and not exists (select from memberships where user_id = $2)
           order by left_at desc limit 1),
          $7, 'full'), $8::timestamptz
       from users u
       where u.id = $2 and not exists (select from memberships where user_id = $2 and school_id = $1)
       for share of u
       on conflict (user_id, school_id) do nothing
       returning ${COLUMNS}`,
      [
        membership.schoolId,
        membership.userId,
        membership.role,
        membership.firstName,
        membership.lastName,
        membership.phone,
        membership.profileVisibility,
        membership.joinedAt,
      ],
    );
    return rows[0] ?? null;
  }

  async recordDeparture(
    manager: EntityManager,
    { schoolId, membershipId }: { schoolId: string; membershipId: string },
    now: Date,
  ): Promise<void> {
    await manager.query(KEEP_DEPARTURE, [schoolId, membershipId, now]);
  }

  async restore(
    manager: EntityManager,
    { id, userId, schoolId }: { id: string; userId: string; schoolId: string },
  ): Promise<void> {
    await manager.query(RESTORE_DEPARTED, [id, userId, schoolId]);
  }

  /**
   * Locked until the transaction ends; what refers to it need not wait, as the news of a place in a sign-up does. Null for someone who left while the lock was waited for.
   */
  async findForUpdate(
    manager: EntityManager,
    schoolId: string,
    userId: string,
  ): Promise<MembershipRow | null> {
    const [row] = await manager.query<MembershipRow[]>(
      `select ${COLUMNS} from memberships where school_id = $1 and user_id = $2 for no key update`,
      [schoolId, userId],
    );
    return row ?? null;
  }

  async update(manager: EntityManager, schoolId: string, row: MembershipRow): Promise<void> {
    await manager.query(
      `update memberships set role = $3, first_name = $4, last_name = $5, phone = $6, profile_visibility = $7,
         hidden_by_default = $8, deactivated_at = $9, source_digest = $10 where school_id = $1 and id = $2`,
      [
        schoolId,
        row.id,
        row.role,
        row.first_name,
        row.last_name,
        row.phone,
        row.profile_visibility,
        row.hidden_by_default,
        row.deactivated_at,
        row.source_digest,
      ],
    );
  }

  /** The membership's id, or null when there is none. Deactivating twice keeps the first date. */
  async setDeactivated(
    manager: EntityManager,
    schoolId: string,
    email: string,
    at: Date | null,
  ): Promise<string | null> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `update memberships set deactivated_at = case when $3::timestamptz is null then null
         else coalesce(deactivated_at, $3) end
       from users where users.id = memberships.user_id and school_id = $1 and users.email = $2
       returning memberships.id`,
      [schoolId, email, at],
    );
    return rows[0]?.id ?? null;
  }
}
