import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';
import type { OwnMembership } from '../directory/visibility/person-records.service.js';
import { isOfAccount } from '../../policy/same-person.js';

/** $1: the person. Choices of theirs in their memberships and guardian records; what a school hides by default is none. */
const CHOICES = `
  select profile_visibility from memberships where user_id = $1 and not hidden_by_default
  union all
  select g.profile_visibility from memberships m
    join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
    join guardians g on ${isOfAccount('g', 'linked')}
  where m.user_id = $1 and not g.hidden_by_default`;

@Injectable()
export class MemberProfilesRepository {
  /**
   * Locks school by school: two people who share two schools never wait for each other in a circle. Deactivated memberships
   * are among them.
   */
  lockMemberships(manager: EntityManager, userId: string): Promise<OwnMembership[]> {
    return manager.query(
      `select school_id as "schoolId", id as "membershipId" from memberships where user_id = $1
       order by school_id for no key update`,
      [userId],
    );
  }

  async updateContact(
    manager: EntityManager,
    userId: string,
    contact: { first_name: string; last_name: string; phone: string },
  ): Promise<void> {
    await manager.query(
      `update memberships set first_name = $2, last_name = $3, phone = $4
       where user_id = $1 and deactivated_at is null`,
      [userId, contact.first_name, contact.last_name, contact.phone || null],
    );
  }

  /** Deactivated memberships, and the choice that is retained of a school that the person has left, change as well. */
  async setVisibility(manager: EntityManager, userId: string, visibility: ProfileVisibility): Promise<void> {
    await manager.query(
      `update memberships set profile_visibility = $2, hidden_by_default = false
       where user_id = $1 and (profile_visibility <> $2 or hidden_by_default)`,
      [userId, visibility],
    );
    await manager.query(
      'update member_departures set profile_visibility = $2 where user_id = $1 and profile_visibility <> $2',
      [userId, visibility],
    );
  }

  async hideInSchool(manager: EntityManager, userId: string, schoolId: string): Promise<void> {
    await manager.query(
      `update memberships set profile_visibility = 'name_only', hidden_by_default = false
       where user_id = $1 and school_id = $2 and (profile_visibility <> 'name_only' or hidden_by_default)`,
      [userId, schoolId],
    );
  }

  /** One choice across schools, and the more private one where two meet. */
  async unifyVisibility(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `with choice as (
         select case when bool_or(profile_visibility = 'name_only') then 'name_only' else 'full' end as visibility
         from (${CHOICES}) choices)
       update memberships set profile_visibility = choice.visibility, hidden_by_default = false from choice
       where user_id = $1 and (choice.visibility = 'name_only' or not hidden_by_default)
         and (profile_visibility <> choice.visibility or hidden_by_default)`,
      [userId],
    );
  }

  async lockMembersOfSchool(manager: EntityManager, schoolId: string): Promise<void> {
    await manager.query('select from memberships where school_id = $1 order by id for no key update', [
      schoolId,
    ]);
  }

  /** Writes each row that the default may be about as it is: a trigger asks the default. */
  async applyDefault(manager: EntityManager, schoolId: string): Promise<void> {
    await manager.query(
      `update memberships set hidden_by_default = hidden_by_default
       where school_id = $1 and (profile_visibility = 'full' or hidden_by_default)`,
      [schoolId],
    );
  }
}
