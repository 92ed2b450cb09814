import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { NotFoundError } from '../../errors/app-error.js';
import { Student } from './student.entity.js';

/** An archived student has left the directory: for everyone it is as if it did not exist. */
@Injectable()
export class StudentVisibilityService {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws NotFoundError */
  async assertVisible(member: Member, studentId: string): Promise<void> {
    const where = { id: studentId, schoolId: member.schoolId, archivedAt: IsNull() };
    if (!(await this.dataSource.manager.existsBy(Student, where))) throw new NotFoundError();
  }
}
