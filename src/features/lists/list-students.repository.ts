import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { ListStudent } from './list-student.entity.js';

@Injectable()
export class ListStudentsRepository {
  /** Whether the student was not on the list yet. */
  async putEntry(
    manager: EntityManager,
    member: Member,
    entry: Pick<ListStudent, 'listId' | 'studentId' | 'addedAt'>,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `insert into list_students (school_id, list_id, student_id, added_at) values ($1, $2, $3, $4)
       on conflict do nothing returning 1`,
      [member.schoolId, entry.listId, entry.studentId, entry.addedAt],
    );
    return rows.length > 0;
  }

  /** Whether the student was on the list. */
  async removeEntry(
    manager: EntityManager,
    { schoolId }: Member,
    listId: string,
    studentId: string,
  ): Promise<boolean> {
    const { affected } = await manager.getRepository(ListStudent).delete({ schoolId, listId, studentId });
    return Boolean(affected);
  }
}
