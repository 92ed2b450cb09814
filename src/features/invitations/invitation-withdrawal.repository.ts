import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RemovedGuardian } from '../directory/guardians/guardian-removals.service.js';
import type { Leaver } from '../memberships/member-holdings.service.js';

/** Open invitations that end because of what has become of a person. */
@Injectable()
export class InvitationWithdrawalRepository {
  /** A deactivated person must not come back by an earlier invitation: a later one is another decision. */
  async removeOfDeactivated(manager: EntityManager, { schoolId, membershipId }: Leaver): Promise<void> {
    await manager.query(
      `delete from invitations i using memberships m join user_addresses u on u.user_id = m.user_id
       where m.school_id = $1 and m.id = $2 and m.deactivated_at is not null
         and i.school_id = m.school_id and i.email = u.email and i.consumed_at is null`,
      [schoolId, membershipId],
    );
  }

  /** A person who was invited for a student with the email of a guardian that is removed is invited for them no more. */
  async removeStudents(manager: EntityManager, schoolId: string, removed: RemovedGuardian[]): Promise<void> {
    await manager.query(
      `delete from invitation_students named using jsonb_to_recordset($2::jsonb) as r(student_id uuid, email text), invitations i
       where named.school_id = $1 and named.student_id = r.student_id and i.school_id = named.school_id
         and i.id = named.invitation_id and i.email = r.email and i.consumed_at is null`,
      [schoolId, JSON.stringify(removed)],
    );
  }
}
