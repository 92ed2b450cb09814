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
      where m.user_id = $3 and m.school_id = invitations.school_id and m.deactivated_at is not null)`;
    return manager.query<ConsumedInvitation[]>(consuming(open), [now, email, userId]);
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

const consuming = (which: string): string =>
  `with consumed as (
     update invitations set consumed_at = $1 where consumed_at is null and ${which}
     returning *)
   select id, school_id as "schoolId", role, coalesce((
     select json_agg(json_build_object('studentId', student_id, 'relation', relation) order by student_id)
     from invitation_students named
     where named.school_id = consumed.school_id and named.invitation_id = consumed.id), '[]') as students
   from consumed order by created_at, id`;
