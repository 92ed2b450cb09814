import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error.js';
import { ListsService } from './lists.service.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { ParentsService } from '../directory/guardians/parents.service.js';
import type { Replay } from '../idempotency/replay.js';
import type { ListGuardianBody, ListGuardianInput } from './list-guardian.dto.js';
import { ListGuardiansRepository } from './list-guardians.repository.js';
import type { Leaver } from '../memberships/member-holdings.service.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

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
    private readonly transactions: Transactions,
    private readonly lists: ListsService,
    private readonly entries: ListGuardiansRepository,
    private readonly parents: ParentsService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError when the list is not the caller's own */
  async list(member: Member, listId: string): Promise<SerializedJson> {
    const text = await this.entries.findEntries(member, listId);
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
    return this.transactions.run(async (manager) => {
      await this.lists.lock(manager, member, listId);
      if (replay) return this.entry(manager, member, { listId, entryId: replay.resultKey });
      const students = await this.parents.findStudentIds(manager, member.schoolId, guardianMembershipId);
      if (!students) throw new NotAParentError();
      if (linkedStudentId !== null && !students.includes(linkedStudentId)) throw new StudentNotLinkedError();
      const entry = { listId, guardianMembershipId, linkedStudentId, createdAt: this.clock.now() };
      const entryId = await this.entries.putEntry(manager, member, entry);
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
    const entry = await this.entries.findEntry(manager, member, { listId, entryId });
    if (!entry) throw new NotFoundError();
    return entry;
  }

  /** @throws NotFoundError when the list is not the caller's own, or has no such entry */
  async remove(member: Member, listId: string, entryId: string): Promise<void> {
    if (!isUuid(entryId)) throw new NotFoundError();
    await this.transactions.run(async (manager) => {
      await this.lists.lock(manager, member, listId);
      if (!(await this.entries.removeEntry(manager, member, listId, entryId))) throw new NotFoundError();
      await this.lists.touch(manager, member, listId);
    });
  }

  /** Takes a member who leaves off every list. Each of them is shown to its owner alone. */
  async removeMember(manager: EntityManager, leaver: Leaver): Promise<void> {
    const { schoolId } = leaver;
    for (const { id, ownerId } of await this.entries.removeOfMember(manager, leaver))
      record({ manager, schoolId }, { kind: 'list.changed', id, ids: { readers: [ownerId] } });
  }
}
