import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface StaffEntry {
  schoolId: string;
  id: string;
}

@Injectable()
export class StaffEntriesRepository {
  /** Entries with a proven address of the account, as the staff directory finds its member. */
  findOfAccount(manager: EntityManager, userId: string, schoolIds: string[]): Promise<StaffEntry[]> {
    return manager.query(
      `select entry.school_id as "schoolId", entry.id from staff_members entry
       join user_addresses held on held.email = lower(entry.email) and held.verified_at is not null
       where held.user_id = $1 and entry.school_id = any ($2::uuid[]) and entry.archived_at is null
       order by entry.school_id, entry.id`,
      [userId, schoolIds],
    );
  }
}
