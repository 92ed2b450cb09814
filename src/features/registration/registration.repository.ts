import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MemberRole } from '../../platform/auth/caller.js';
import type { StudentLink } from '../directory/guardian-links.service.js';
import { Invitation, InvitationStudent } from './invitation.entity.js';

export interface ConsumedInvitation {
  id: string;
  schoolId: string;
  role: MemberRole;
  students: StudentLink[];
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
    const open = `email = $2 and not exists (
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
    userId: string,
    email: string,
  ): Promise<{ schoolId: string; mayRegister: boolean }[]> {
    return manager.query(
      `with as_guardian as (
         select distinct g.school_id from guardians g
         join schools school on school.id = g.school_id and school.guardians_may_register
         join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
         where g.email = $2 and g.membership_id is null and g.source_id is not null and not g.disowned
           and not exists (select from memberships m where m.school_id = g.school_id and m.user_id = $1
             and (m.deactivated_at is null or not m.ended_without_students))
           and not exists (select from member_departures d where d.school_id = g.school_id and d.user_id = $1))
       select school.id as "schoolId", school.id in (select school_id from as_guardian) as "mayRegister"
       from schools school where school.id in (
         select school_id from as_guardian
         union select school_id from invitations where email = $2 and consumed_at is null)
       order by school.id`,
      [userId, email],
    );
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
    const open = 'email = $2 and school_id = $3';
    return manager.query<ConsumedInvitation[]>(consuming(open), [now, email, schoolId]);
  }
}

/** As long as one can be accepted (contract section 16, rule 4). */
export const INVITATION_DAYS = 60;

const consuming = (which: string): string =>
  `with consumed as (
     update invitations set consumed_at = $1 where consumed_at is null and ${which}
       and created_at > $1::timestamptz - interval '${INVITATION_DAYS} days'
     returning *)
   select id, school_id as "schoolId", role, coalesce((
     select json_agg(json_build_object('studentId', student_id, 'relation', relation) order by student_id)
     from invitation_students named
     where named.school_id = consumed.school_id and named.invitation_id = consumed.id), '[]') as students
   from consumed order by created_at, id`;
