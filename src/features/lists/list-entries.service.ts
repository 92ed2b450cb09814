import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/auth/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error.js';
import { StudentVisibilityService } from '../directory/linked-students.service.js';
import { ListStudentsRepository } from './lists.repository.js';
import { ListsService } from './lists.service.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { ParentsService } from '../directory/parents.service.js';
import type { Replay } from '../idempotency/replay.js';
import type { ListGuardianBody, ListGuardianInput } from './student-list.dto.js';
import { ListGuardiansRepository } from './list-guardians.repository.js';

/** Adding a student who is on the list and removing one who is not both succeed. */
@Injectable()
export class ListStudentsService {
  constructor(
    private readonly dataSource: DataSource,
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
    await this.dataSource.transaction(async (manager) => {
      await this.lists.lock(manager, member, listId);
      const entry = { listId, studentId, addedAt: this.clock.now() };
      if (!(await this.entries.put(manager, member, entry))) return;
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
    const removed = await this.dataSource.transaction(async (manager) => {
      await this.lists.lock(manager, member, listId);
      const found = await this.entries.remove(manager, member, listId, studentId);
      if (found) await this.lists.touch(manager, member, listId);
      return found;
    });
    if (!removed) await this.students.assertVisible(member, studentId);
  }
}

export class NotAParentError extends ValidationFailedError {
  constructor() {
    super('Only a parent of the school can be put on the list.', {
      fields: [{ path: 'guardian_membership_id', message: 'is no parent of the school' }],
    });
  }
}

export class StudentNotLinkedError extends ValidationFailedError {
  constructor() {
    super('The student is not linked to this parent.', {
      reason: 'not_linked',
      fields: [{ path: 'linked_student_id', message: 'is no student of this parent' }],
    });
  }
}

@Injectable()
export class ListGuardiansService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ListsService,
    private readonly entries: ListGuardiansRepository,
    private readonly parents: ParentsService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError when the list is not the caller's own */
  async list(member: Member, listId: string): Promise<SerializedJson> {
    const text = await this.entries.find(member, listId);
    if (text === null) throw new NotFoundError();
    return new SerializedJson(text);
  }

  /**
   * A parent who is on the list already keeps the entry; its linked student is the one given last.
   * @throws NotFoundError when the list is not the caller's own
   * @throws NotAParentError unless the membership is a parent's, active and of the list's school
   * @throws StudentNotLinkedError
   * @throws LimitReachedError the list is full
   */
  put(member: Member, listId: string, input: ListGuardianInput, replay?: Replay): Promise<ListGuardianBody> {
    const guardianMembershipId = input.guardian_membership_id;
    const linkedStudentId = input.linked_student_id?.toLowerCase() ?? null;
    return this.dataSource.transaction(async (manager) => {
      await this.lists.lock(manager, member, listId);
      if (replay) return this.entry(manager, member, { listId, entryId: replay.createdId });
      const students = await this.parents.findStudentIds(manager, member.schoolId, guardianMembershipId);
      if (!students) throw new NotAParentError();
      if (linkedStudentId !== null && !students.includes(linkedStudentId)) throw new StudentNotLinkedError();
      const entry = { listId, guardianMembershipId, linkedStudentId, createdAt: this.clock.now() };
      const entryId = await this.entries.put(manager, member, entry);
      await this.lists.assertWithinLimit(manager, member, listId);
      await this.lists.touch(manager, member, listId);
      return this.entry(manager, member, { listId, entryId });
    });
  }

  private async entry(
    manager: EntityManager,
    member: Member,
    { listId, entryId }: { listId: string; entryId: string | null },
  ): Promise<ListGuardianBody> {
    const entry = await this.entries.findOne(manager, member, { listId, entryId });
    if (!entry) throw new NotFoundError();
    return entry;
  }

  /** @throws NotFoundError when the list is not the caller's own, or has no such entry */
  async remove(member: Member, listId: string, entryId: string): Promise<void> {
    if (!isUuid(entryId)) throw new NotFoundError();
    await this.dataSource.transaction(async (manager) => {
      await this.lists.lock(manager, member, listId);
      if (!(await this.entries.remove(manager, member, listId, entryId))) throw new NotFoundError();
      await this.lists.touch(manager, member, listId);
    });
  }
}
