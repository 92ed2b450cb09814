import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class OwnRecordsRepository {
  /** Where they are a member, or somebody with their email, or with this one, is on file who is not. */
  async schoolIds(manager: EntityManager, userId: string, email: string | null): Promise<string[]> {
    const rows = await manager.query<{ school_id: string }[]>(
      `select school_id from memberships where user_id = $1
       union select g.school_id from user_addresses held join guardians g on g.email = held.email and g.membership_id is null
       where held.user_id = $1
       union select school_id from guardians where email = $2 and membership_id is null`,
      [userId, email],
    );
    return rows.map((row) => row.school_id);
  }

  /** False when there is no such person. */
  async lockPerson(manager: EntityManager, userId: string): Promise<boolean> {
    const found = await manager.query<unknown[]>(`select 1 from users where id = $1 for no key update`, [
      userId,
    ]);
    return found.length > 0;
  }
}
