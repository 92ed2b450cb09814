import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isHere } from '../../platform/database/moved-schools.js';
import type { MemberRole } from '../../platform/auth/caller.js';
import type { Departure } from './member-holdings.service.js';
import { utcText } from '../../platform/database/utc-text.js';
import { MEMBER_NAME } from '../../policy/name-order.js';
import { staysWithoutStudents } from '../../policy/organization-access.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

/** By membership: whether a student of theirs is on the roster, and since when the last of them is not. $1: the school. */
const FAMILIES = `
  select coalesce(g.membership_id, g.shared_membership_id) as membership_id, bool_or(s.archived_at is null) as has_students,
    max(s.archived_at) as last_gone
  from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
  where g.school_id = $1 and coalesce(g.membership_id, g.shared_membership_id) is not null
  group by 1`;

/**
 * $1: the school, $2: now, $3: memberships that do not wait, $4: those that are looked at, null for all. A parent whose last
 * student has gone is a member for a while, or ends at once; comes a student back, so do they. One statement: it says what
 * has become of whom.
 */
const SETTLE = `
  with family as materialized (${FAMILIES}), judged as materialized (
    select m.id, m.deactivated_at, m.students_gone_at, m.ended_without_students, school.grace_days,
      family.has_students is true as has_students,
      case when family.has_students then null
        else coalesce(m.students_gone_at, family.last_gone, case when m.id = any ($3::uuid[]) then $2::timestamptz end)
      end as gone_at,
      m.id = any ($3::uuid[]) as at_once, ${staysWithoutStudents('m', '$2')} as stays
    from memberships m join schools school on school.id = m.school_id
    left join family on family.membership_id = m.id
    where m.school_id = $1 and m.role = 'parent' and ($4::uuid[] is null or m.id = any ($4))
      and (family.has_students is not true or m.students_gone_at is not null or m.ended_without_students)
  ), due as (
    select *, deactivated_at is null and gone_at is not null and not stays
        and (at_once or gone_at + make_interval(days => grace_days) <= $2::timestamptz) as ends,
      ended_without_students and has_students as returns
    from judged)
  update memberships m set students_gone_at = due.gone_at,
    deactivated_at = case when due.ends then $2 when due.returns then null else m.deactivated_at end,
    ended_without_students = case when due.ends then true when due.returns then false else m.ended_without_students end
  from due, users u
  where m.school_id = $1 and m.id = due.id and u.id = m.user_id
    and (due.ends or due.returns or m.students_gone_at is distinct from due.gone_at)
  returning m.id, case when due.ends then 'ended' when due.returns then 'returned'
      when due.gone_at is null then 'present' else 'waiting' end as outcome,
    coalesce(${MEMBER_NAME}, '') as name,
    due.gone_at + make_interval(days => due.grace_days) as "endsAt"`;

/** Outcome for a parent without students, or with students again. */
export interface SettledMember {
  id: string;
  outcome: 'ended' | 'returned' | 'present' | 'waiting';
  /** Empty where nobody knows it. */
  name: string;
  /** UTC; null with students. */
  endsAt: Date | null;
}

/** A parent without students who is a member still. */
export interface WaitingMember {
  id: string;
  /** Empty where nobody knows it. */
  name: string;
  /** `YYYY-MM-DD`, at the school. */
  endsOn: string;
}

/** A member as an operator sees them. */
export interface ListedMember {
  membership_id: string;
  email: string;
  name: string;
  role: MemberRole;
  status: 'active' | 'deactivated';
  /** On the roster. */
  students: number;
  /** UTC: when the membership ends for want of students; null when it does not. */
  ends_at: string | null;
}

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
  students_gone_at: Date | null;
  ended_without_students: boolean;
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
  students_gone_at, ended_without_students, source_digest`;

@Injectable()
export class MembershipsRepository {
  /** Null when the person is a member already: the unique key on (user, school) decides between two at once. */
  async insertMembership(manager: EntityManager, membership: NewMembership): Promise<MembershipRow | null> {
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

  /** Removes what was recorded when the person left; null when they have not been here. The visibility is asked for where the membership is made. */
  async takeDeparture(manager: EntityManager, userId: string, schoolId: string): Promise<Departure | null> {
    const [[departure]] = await manager.query<[Departure[], number]>(
      `delete from member_departures where user_id = $1 and school_id = $2
       returning unsubscribed_at as "unsubscribedAt", mail_token as "mailToken",
         revoked_organization_ids as "revokedOrganizationIds", left_at as "leftAt"`,
      [userId, schoolId],
    );
    return departure ?? null;
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

  async updateMembership(manager: EntityManager, schoolId: string, row: MembershipRow): Promise<void> {
    await manager.query(
      `update memberships set role = $3, first_name = $4, last_name = $5, phone = $6, profile_visibility = $7,
         hidden_by_default = $8, deactivated_at = $9, source_digest = $10, students_gone_at = $11, ended_without_students = $12
       where school_id = $1 and id = $2`,
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
        row.students_gone_at,
        row.ended_without_students,
      ],
    );
  }

  /**
   * The membership's id, or null when there is none. Deactivating twice keeps the first date. Who is active again, and
   * has no student still, has the whole time of grace before them.
   */
  async setDeactivated(
    manager: EntityManager,
    schoolId: string,
    email: string,
    at: Date | null,
    now: Date,
  ): Promise<string | null> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `update memberships set deactivated_at = case when $3::timestamptz is null then null
         else coalesce(deactivated_at, $3) end, ended_without_students = false,
         students_gone_at = case when $3::timestamptz is null and students_gone_at is not null then $4::timestamptz
           else students_gone_at end
       from user_addresses held where held.user_id = memberships.user_id and school_id = $1 and held.email = $2
       returning memberships.id`,
      [schoolId, email, at, now],
    );
    return rows[0]?.id ?? null;
  }

  async settleFamilies(
    manager: EntityManager,
    { schoolId, now, atOnce, only }: { schoolId: string; now: Date; atOnce: string[]; only: string[] | null },
  ): Promise<SettledMember[]> {
    const [rows] = await manager.query<[SettledMember[], number]>(SETTLE, [schoolId, now, atOnce, only]);
    return rows;
  }

  /** By name. */
  listMembers(
    manager: EntityManager,
    schoolId: string,
    { role, withoutStudents, now }: { role: MemberRole | null; withoutStudents: boolean; now: Date },
  ): Promise<ListedMember[]> {
    return manager.query(
      `with family as (${FAMILIES}), on_roster as (
         select coalesce(g.membership_id, g.shared_membership_id) as membership_id, count(distinct s.id)::int as students
         from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
         where g.school_id = $1 group by 1)
       select m.id as membership_id, u.email,
         coalesce(${MEMBER_NAME}, '') as name, m.role,
         case when m.deactivated_at is null then 'active' else 'deactivated' end as status,
         coalesce(on_roster.students, 0) as students,
         case when m.deactivated_at is null and not ${staysWithoutStudents('m', '$4')}
           then ${utcText('(m.students_gone_at + make_interval(days => school.grace_days))')} end as ends_at
       from memberships m join users u on u.id = m.user_id join schools school on school.id = m.school_id
       left join family on family.membership_id = m.id left join on_roster on on_roster.membership_id = m.id
       where m.school_id = $1 and ($2::text is null or m.role = $2)
         and (not $3::boolean or m.role = 'parent' and family.has_students is not true)
       order by name, u.email`,
      [schoolId, role, withoutStudents, now],
    );
  }

  /** By when they end. */
  findWaitingMembers(manager: EntityManager, schoolId: string, now: Date): Promise<WaitingMember[]> {
    return manager.query(
      `select m.id, coalesce(${MEMBER_NAME}, '') as name,
         to_char((m.students_gone_at + make_interval(days => school.grace_days)) at time zone school.time_zone, 'YYYY-MM-DD') as "endsOn"
       from memberships m join users u on u.id = m.user_id join schools school on school.id = m.school_id
       where m.school_id = $1 and m.students_gone_at is not null and m.deactivated_at is null and m.role = 'parent'
         and not ${staysWithoutStudents('m', '$2')}
       order by m.students_gone_at, name, m.id`,
      [schoolId, now],
    );
  }

  async schoolIds(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `select id from schools where ${isHere('schools')} order by id`,
    );
    return rows.map(({ id }) => id);
  }
}
