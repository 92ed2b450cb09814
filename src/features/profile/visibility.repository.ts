import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isSamePerson } from '../directory/same-person.js';
import type { ProfileVisibility } from '../memberships/profile-visibility.js';

/** A change of visibility is noted in the statement that makes it: who could see what, and when, is told from it. */
@Injectable()
export class VisibilityRepository {
  /** In every school, deactivated memberships included: what is hidden must be hidden everywhere. */
  async setProfile(
    manager: EntityManager,
    userId: string,
    visibility: ProfileVisibility,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `update memberships set profile_visibility = $2 where user_id = $1 and profile_visibility <> $2`,
      [userId, visibility],
    );
    await manager.query(
      `with changed as (
         update guardians set profile_visibility = $2
         from memberships m join guardians linked on linked.membership_id = m.id
         where m.user_id = $1 and ${isSamePerson('guardians', 'linked')} and guardians.profile_visibility <> $2
         returning guardians.id, guardians.school_id)
       insert into visibility_changes (school_id, guardian_id, visible, changed_at)
       select school_id, id, $3::boolean, $4::timestamptz from changed`,
      [userId, visibility, visibility === 'full', now],
    );
  }

  /** In one order: two guardians of the same siblings wait for each other and not in a circle. */
  async lockStudents(manager: EntityManager, userId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `select id from students where id in (
         select g.student_id from memberships m join guardians g on g.membership_id = m.id
         where m.user_id = $1 and m.deactivated_at is null)
       order by id for no key update`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  async setAddress(manager: EntityManager, studentIds: string[], visible: boolean, now: Date): Promise<void> {
    await manager.query(
      `with changed as (
         update students set address_visible = $2, updated_at = $3
         where id = any ($1::uuid[]) and address_visible <> $2
         returning id, school_id)
       insert into visibility_changes (school_id, student_id, visible, changed_at)
       select school_id, id, $2, $3 from changed`,
      [studentIds, visible, now],
    );
  }
}
