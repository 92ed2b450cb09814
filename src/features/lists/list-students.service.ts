import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { StudentVisibilityService } from '../directory/students/student-visibility.service.js';
import { ListStudentsRepository } from './list-students.repository.js';
import { ListsService } from './lists.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Adding a student who is on the list and removing one who is not both succeed. */
@Injectable()
export class ListStudentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly lists: ListsService,
    private readonly entries: ListStudentsRepository,
    private readonly students: StudentVisibilityService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError when the list is not the caller's own, or the student is not visible
   * @throws LimitReachedError the list is full
   */
  async add(member: Member, listId: string, studentId: string): Promise<void> {
    await this.students.assertVisible(member, studentId);
    await this.transactions.run(async (manager) => {
      await this.lists.lock(manager, member, listId);
      const entry = { listId, studentId, addedAt: this.clock.now() };
      if (!(await this.entries.putEntry(manager, member, entry))) return;
      await this.lists.assertWithinLimit(manager, member, listId);
      await this.lists.touch(manager, member, listId);
    });
  }

  /**
   * Also takes off a student who was archived meanwhile.
   * @throws NotFoundError when the list is not the caller's own, or the student is neither on it nor visible
   */
  async remove(member: Member, listId: string, studentId: string): Promise<void> {
    if (!isUuid(studentId)) throw new NotFoundError();
    const removed = await this.transactions.run(async (manager) => {
      await this.lists.lock(manager, member, listId);
      const found = await this.entries.removeEntry(manager, member, listId, studentId);
      if (found) await this.lists.touch(manager, member, listId);
      return found;
    });
    if (!removed) await this.students.assertVisible(member, studentId);
  }
}
