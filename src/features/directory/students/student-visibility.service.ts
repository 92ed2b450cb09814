import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { StudentsRepository } from './students.repository.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';

/** An archived student has left the directory: for everyone it is as if it did not exist. */
@Injectable()
export class StudentVisibilityService {
  constructor(private readonly students: StudentsRepository) {}

  /** @throws NotFoundError */
  async assertVisible(member: Member, studentId: string): Promise<void> {
    if (!(await this.students.isOnRosterOf(member, studentId))) throw new NotFoundError();
  }
}
