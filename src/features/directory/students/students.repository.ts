import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { Student } from './student.entity.js';

@Injectable()
export class StudentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  isOnRosterOf(member: Member, studentId: string): Promise<boolean> {
    const where = { id: studentId, schoolId: member.schoolId, archivedAt: IsNull() };
    return this.dataSource.manager.existsBy(Student, where);
  }

  /** Archived or not; a second one is enough to know that the source's id is ambiguous. */
  async findIdsBySourceId(manager: EntityManager, schoolId: string, sourceId: string): Promise<string[]> {
    const found = await manager.find(Student, {
      where: { schoolId, sourceId },
      select: { id: true },
      take: 2,
    });
    return found.map(({ id }) => id);
  }
}
