import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Note } from './note.entity.js';

@Injectable()
export class NotesRepository {
  constructor(private readonly dataSource: DataSource) {}

  findNote(member: Member, studentId: string, manager = this.dataSource.manager): Promise<Note | null> {
    return manager.getRepository(Note).findOneBy({
      schoolId: member.schoolId,
      authorMembershipId: member.membershipId,
      studentId,
    });
  }

  /** One writer at a time: what If-Match was compared with is what gets changed. */
  async lockAuthor(manager: EntityManager, member: Member): Promise<void> {
    await manager.query('select 1 from memberships where school_id = $1 and id = $2 for no key update', [
      member.schoolId,
      member.membershipId,
    ]);
  }

  /** Last write wins (contract section 1, Note). */
  async putNote(
    manager: EntityManager,
    member: Member,
    studentId: string,
    body: string,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `insert into notes (author_membership_id, student_id, school_id, body, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5)
       on conflict (school_id, author_membership_id, student_id)
       do update set body = excluded.body, updated_at = excluded.updated_at`,
      [member.membershipId, studentId, member.schoolId, body, now],
    );
  }

  async removeNote(manager: EntityManager, member: Member, studentId: string): Promise<void> {
    await manager.getRepository(Note).delete({
      schoolId: member.schoolId,
      authorMembershipId: member.membershipId,
      studentId,
    });
  }
}
