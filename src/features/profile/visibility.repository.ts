import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isNamesake, isOfAccount } from '../../policy/same-person.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

/** $1: the person, $2: what they choose. */
const CHOSEN = [
  'update users set profile_visibility = $2 where id = $1 and profile_visibility <> $2',
  'update memberships set profile_visibility = $2 where user_id = $1 and profile_visibility <> $2',
  'update member_departures set profile_visibility = $2 where user_id = $1 and profile_visibility <> $2',
];

/** $1: the person. Linked to them, a second record beside one of these, or not linked with their verified email and name. */
const OWN_RECORDS = `
  select g.school_id, g.id from memberships m
    join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
    join guardians g on ${isOfAccount('g', 'linked')}
  where m.user_id = $1
  union
  select g.school_id, g.id from users u left join memberships m on m.user_id = u.id
    join guardians g on g.email = u.email and g.membership_id is null and ${isNamesake('g')}
  where u.id = $1 and u.email_verified_at is not null`;

export interface LockedStudent {
  schoolId: string;
  id: string;
}

/** A change of visibility is noted in the statement that makes it: who could see what, and when, is told from it. */
@Injectable()
export class VisibilityRepository {
  /**
   * In every school, deactivated memberships included, and where a school has the person on file whom they have not joined:
   * what is hidden must be hidden everywhere. Kept for the schools that they join later.
   */
  async setProfile(
    manager: EntityManager,
    userId: string,
    visibility: ProfileVisibility,
    now: Date,
  ): Promise<void> {
    for (const chosen of CHOSEN) await manager.query(chosen, [userId, visibility]);
    await manager.query(
      `with changed as (
         update guardians set profile_visibility = $2
         where profile_visibility <> $2 and (school_id, id) in (${OWN_RECORDS})
         returning id, school_id)
       insert into visibility_changes (school_id, guardian_id, visible, changed_at)
       select school_id, id, $3::boolean, $4::timestamptz from changed`,
      [userId, visibility, visibility === 'full', now],
    );
  }

  /** In one order: two guardians of the same siblings wait for each other and not in a circle. */
  async lockStudents(manager: EntityManager, userId: string): Promise<LockedStudent[]> {
    return manager.query(
      `select school_id as "schoolId", id from students where (school_id, id) in (
         select g.school_id, g.student_id from memberships m
         join guardians g on g.school_id = m.school_id and g.membership_id = m.id
         where m.user_id = $1 and m.deactivated_at is null)
       order by id for no key update`,
      [userId],
    );
  }

  /** Of the person for the students whom they are linked to later, and of those whom they are linked to now. */
  async setAddress(
    manager: EntityManager,
    userId: string,
    { students, visible, now }: { students: LockedStudent[]; visible: boolean; now: Date },
  ): Promise<void> {
    await manager.query('update users set hides_address = not $2 where id = $1 and hides_address = $2', [
      userId,
      visible,
    ]);
    await manager.query(
      `with changed as (
         update students set address_visible = $3, updated_at = $4
         where (school_id, id) in (select * from unnest($1::uuid[], $2::uuid[])) and address_visible <> $3
         returning id, school_id)
       insert into visibility_changes (school_id, student_id, visible, changed_at)
       select school_id, id, $3, $4 from changed`,
      [students.map(({ schoolId }) => schoolId), students.map(({ id }) => id), visible, now],
    );
  }
}
