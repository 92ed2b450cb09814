import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LeaderType } from '../leadership/organization-leader.dto.js';

/** SQL for the ids of people present in a school, who can be put on a roster or lead. */
const PRESENT: Record<LeaderType, string> = {
  staff:
    'select id from staff_members where school_id = $1 and id = any ($2::uuid[]) and archived_at is null',
  parent:
    'select id from memberships where school_id = $1 and id = any ($2::uuid[]) and deactivated_at is null',
  student: 'select id from students where school_id = $1 and id = any ($2::uuid[]) and archived_at is null',
};

@Injectable()
export class SchoolPeopleRepository {
  /** Whether all of them are in the school now: not archived, not deactivated. */
  async arePresent(
    manager: EntityManager,
    schoolId: string,
    type: LeaderType,
    ids: string[],
  ): Promise<boolean> {
    if (ids.length === 0) return true;
    const found = await manager.query<unknown[]>(PRESENT[type], [schoolId, ids]);
    return found.length === new Set(ids).size;
  }
}
