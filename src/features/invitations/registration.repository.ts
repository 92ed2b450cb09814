import { Injectable } from '@nestjs/common';
import { utcText } from '../../platform/database/utc-text.js';
import type { EntityManager } from 'typeorm';
import { addressesWith } from '../../policy/same-person.js';
import type { MemberRole } from '../../platform/auth/caller.js';
import type { StudentLink } from '../directory/guardians/guardian-links.service.js';
import { Invitation } from './invitation.entity.js';
import { InvitationStudent } from './invitation-student.entity.js';

/** An invitation, as an operator sees it. Times are UTC. */
export interface ListedInvitation {
  invitation_id: string;
  email: string;
  role: MemberRole;
  created_at: string;
  expires_at: string;
  sent_at: string | null;
  used_at: string | null;
}

export interface ConsumedInvitation {
  id: string;
  schoolId: string;
  role: MemberRole;
  students: StudentLink[];
}

/** An address that a school has invited. */
export interface InvitedAddress {
  schoolId: string;
  /** Normalised. */
  email: string;
  /** True where they are invited as a guardian: somebody who no longer is one is not invited any more. */
  isFamily: boolean;
}

/** The school whose invitation it is. */
export interface OpenInvitation {
  id: string;
  name: string;
  locale: string;
  timeZone: string;
  /** The school has a name of the person on file. */
  hasName: boolean;
  /** When the invitation ends. */
  until: Date;
}

@Injectable()
export class RegistrationRepository {
  async saveInvitation(
    manager: EntityManager,
    invitation: { schoolId: string; email: string; role: MemberRole; createdAt: Date },
    students: StudentLink[],
  ): Promise<string> {
    const { id } = await manager.save(manager.create(Invitation, { ...invitation, consumedAt: null }));
    if (students.length > 0) {
      await manager.insert(
        InvitationStudent,
        students.map((student) => ({ invitationId: id, schoolId: invitation.schoolId, ...student })),
      );
    }
    return id;
  }

  /**
   * Takes every open invitation of this email, each once: a second caller waits here and then finds none.
   * One for a school where the person's membership is deactivated stays open: it must not revive it.
   * @returns oldest first
   */
  async consume(
    manager: EntityManager,
    userId: string,
    email: string,
    now: Date,
  ): Promise<ConsumedInvitation[]> {
    const open = `email = any (${addressesWith('$2')}) and not exists (
      select 1 from memberships m
      where m.user_id = $3 and m.school_id = invitations.school_id and m.deactivated_at is not null
        and not m.ended_without_students)`;
    return manager.query<ConsumedInvitation[]>(consuming(open), [now, email, userId]);
  }

  /**
   * Schools that have something for this email: an open invitation, or students whose guardian they have on file with it. Who
   * has left a school by themselves comes back by invitation alone.
   */
  async schoolsFor(
    manager: EntityManager,
    userId: string | null,
    email: string,
  ): Promise<{ schoolId: string; mayRegister: boolean }[]> {
    return manager.query(
      `with as_guardian as (
         select distinct g.school_id from guardians g
         join schools school on school.id = g.school_id and school.guardians_may_register
         join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
         where g.email = any (${addressesWith('$2')}) and g.membership_id is null and g.source_id is not null and not g.disowned
           and not exists (select from memberships m where m.school_id = g.school_id and m.user_id = $1
             and (m.deactivated_at is null or not m.ended_without_students))
           and not exists (select from member_departures d where d.school_id = g.school_id and d.user_id = $1))
       select school.id as "schoolId", school.id in (select school_id from as_guardian) as "mayRegister"
       from schools school where school.id in (
         select school_id from as_guardian
         union select school_id from invitations where email = any (${addressesWith('$2')}) and consumed_at is null)
       order by school.id`,
      [userId, email],
    );
  }

  /** Newest first. */
  listInvitations(manager: EntityManager, schoolId: string): Promise<ListedInvitation[]> {
    const end = `(i.created_at + interval '${INVITATION_DAYS} days')`;
    return manager.query(
      `select i.id as invitation_id, i.email, i.role, ${utcText('i.created_at')} as created_at, ${utcText(end)} as expires_at,
         ${utcText('i.sent_at')} as sent_at, ${utcText('i.consumed_at')} as used_at
       from invitations i where i.school_id = $1 order by i.created_at desc, i.email, i.id`,
      [schoolId],
    );
  }

  /** @returns how many were open */
  async withdraw(manager: EntityManager, schoolId: string, email: string): Promise<number> {
    const [, withdrawn] = await manager.query<[unknown, number]>(
      `delete from invitations where school_id = $1 and email = $2 and consumed_at is null`,
      [schoolId, email],
    );
    return withdrawn;
  }

  /** An invitation for every guardian who may register, is no member and has none. @param emails of those alone, or null */
  async inviteGuardians(
    manager: EntityManager,
    schoolId: string,
    emails: string[] | null,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `insert into invitations (school_id, email, role, created_at)
       select distinct school.id, g.email, 'parent', $3::timestamptz from guardians g
       join schools school on school.id = g.school_id and school.guardians_may_register
       join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
       where g.school_id = $1 and g.membership_id is null and g.shared_membership_id is null and g.source_id is not null
         and g.email is not null and not g.disowned and ($2::text[] is null or g.email = any ($2))
         and not exists (select from invitations open where open.school_id = $1 and open.email = g.email
           and open.consumed_at is null and ${isOpen('open', '$3')})
         and not exists (select from user_addresses u join memberships m on m.user_id = u.user_id and m.school_id = $1 where u.email = g.email)
         and not exists (select from user_addresses u join member_departures d on d.user_id = u.user_id and d.school_id = $1 where u.email = g.email)`,
      [schoolId, emails, now],
    );
  }

  /** Marks the open invitations of these addresses as sent, where they are not yet. */
  async markSent(manager: EntityManager, schoolId: string, emails: string[], now: Date): Promise<void> {
    await manager.query(
      `update invitations set sent_at = $3
       where school_id = $1 and email = any ($2) and consumed_at is null and sent_at is null`,
      [schoolId, emails, now],
    );
  }

  /** People with an open invitation: to whom one has not been sent, and to whom it has. */
  async countOpen(
    manager: EntityManager,
    schoolId: string,
    now: Date,
  ): Promise<{ unsent: number; sent: number }> {
    const [counted] = await manager.query<{ unsent: number; sent: number }[]>(
      `select count(*) filter (where sent_at is null)::int as unsent, count(*) filter (where sent_at is not null)::int as sent
       from (select email, max(sent_at) as sent_at from invitations i
         where school_id = $1 and consumed_at is null and ${isOpen('i', '$2')} group by email) people`,
      [schoolId, now],
    );
    return counted!;
  }

  /**
   * Marks invitations as sent, those of one person together.
   * @param email of the only one, whose invitation is sent again if need be; null: to whom none has been sent, `limit` of them
   */
  async takeUnsent(
    manager: EntityManager,
    schoolId: string,
    { email, limit, now }: { email: string | null; limit: number; now: Date },
  ): Promise<{ email: string; until: Date; isFamily: boolean }[]> {
    return manager.query(
      `with chosen as (
         select email, max(created_at) + interval '${INVITATION_DAYS} days' as until,
           bool_and(role = 'parent') and ${isFamily('$1', 'i.email')} as "isFamily"
         from invitations i
         where school_id = $1 and consumed_at is null and ${isOpen('i', '$2')} and ($3::text is null or email = $3)
         group by email having $3::text is not null or max(sent_at) is null
         order by min(created_at), email limit $4
       ), marked as (
         update invitations i set sent_at = $2 from chosen
         where i.school_id = $1 and i.email = chosen.email and i.consumed_at is null)
       select email, until, "isFamily" from chosen order by email`,
      [schoolId, now, email, limit],
    );
  }

  /**
   * Open invitations of this email at the school, unless a deactivated membership is in their way: it must not be revived.
   * @param lock true: they cannot be revoked until the transaction ends
   */
  async findOpen(
    manager: EntityManager,
    { schoolId, email, isFamily: asFamily }: InvitedAddress,
    { now, lock }: { now: Date; lock: boolean },
  ): Promise<OpenInvitation | null> {
    const [open] = await manager.query<OpenInvitation[]>(
      `select school.id, school.name, school.locale, school.time_zone as "timeZone",
         exists (select from guardians g where g.school_id = $1 and g.email = $2
           and coalesce(g.first_name, g.last_name) is not null) as "hasName",
         (select max(i.created_at) + interval '${INVITATION_DAYS} days' from invitations i
           where i.school_id = $1 and i.email = $2 and i.consumed_at is null) as until
       from schools school
       where school.id = $1 and exists (select from invitations i
           where i.school_id = $1 and i.email = $2 and i.consumed_at is null and ${isOpen('i', '$4')} ${lock ? 'for update' : ''})
         and (not $3 or ${isFamily('$1', '$2')})
         and not exists (select from user_addresses held join memberships m on m.user_id = held.user_id and m.school_id = $1
           where held.email = $2 and m.deactivated_at is not null and not m.ended_without_students)`,
      [schoolId, email, asFamily, now],
    );
    return open ?? null;
  }

  /** Where the account is an active member. */
  members(manager: EntityManager, userId: string): Promise<{ schoolId: string; membershipId: string }[]> {
    return manager.query(
      `select school_id as "schoolId", id as "membershipId" from memberships
       where user_id = $1 and deactivated_at is null order by school_id`,
      [userId],
    );
  }

  /**
   * Takes every open invitation of this email to one school, whatever the membership is now.
   * @returns oldest first
   */
  consumeForSchool(
    manager: EntityManager,
    schoolId: string,
    email: string,
    now: Date,
  ): Promise<ConsumedInvitation[]> {
    const open = `email = any (${addressesWith('$2')}) and school_id = $3`;
    return manager.query<ConsumedInvitation[]>(consuming(open), [now, email, schoolId]);
  }
}

/** Days for which an invitation can be accepted (contract section 16, rule 4). */
const INVITATION_DAYS = 60;

const isOpen = (invitation: string, now: string): string =>
  `${invitation}.created_at > ${now}::timestamptz - interval '${INVITATION_DAYS} days'`;

/** Whether the email is that of a guardian on file, or of somebody who is invited for a student, at the school. */
const isFamily = (school: string, email: string): string => `(exists (select from guardians g
    join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
    where g.school_id = ${school} and g.email = ${email} and not g.disowned)
  or exists (select from invitations family
    join invitation_students named on named.school_id = family.school_id and named.invitation_id = family.id
    where family.school_id = ${school} and family.email = ${email} and family.consumed_at is null))`;

const consuming = (which: string): string =>
  `with consumed as (
     update invitations set consumed_at = $1 where consumed_at is null and ${which}
       and ${isOpen('invitations', '$1')}
     returning *)
   select id, school_id as "schoolId", role, coalesce((
     select json_agg(json_build_object('studentId', student_id, 'relation', relation) order by student_id)
     from invitation_students named
     where named.school_id = consumed.school_id and named.invitation_id = consumed.id), '[]') as students
   from consumed order by created_at, id`;
