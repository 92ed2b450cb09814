import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { StudentVisibilityService } from '../directory/students/student-visibility.service.js';
import { StarsRepository } from './stars.repository.js';

/** Stars are private; putting one twice and removing one that is not there both succeed. */
@Injectable()
export class StarsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly stars: StarsRepository,
    private readonly students: StudentVisibilityService,
  ) {}

  /** @throws NotFoundError when the student is not visible */
  async star(member: Member, studentId: string): Promise<void> {
    await this.students.assertVisible(member, studentId);
    await this.transactions.run(async (manager) => {
      if (!(await this.stars.putStar(manager, member, studentId))) return;
      record(
        { manager, member },
        { kind: 'student.starred', id: studentId, ids: { readers: [member.membershipId] } },
      );
    });
  }

  /** @throws NotFoundError when the student is not visible */
  async unstar(member: Member, studentId: string): Promise<void> {
    await this.students.assertVisible(member, studentId);
    await this.transactions.run(async (manager) => {
      if (!(await this.stars.removeStar(manager, member, studentId))) return;
      record(
        { manager, member },
        { kind: 'student.unstarred', id: studentId, ids: { readers: [member.membershipId] } },
      );
    });
  }
}
