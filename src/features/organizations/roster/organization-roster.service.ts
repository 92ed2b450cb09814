import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { assertNotRestricted } from '../../../platform/auth/restricted.error.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { SerializedJson } from '../../../platform/http/prepared-json.js';
import type { Replay } from '../../idempotency/replay.js';
import { OrganizationAccessService } from '../../../platform/auth/organization-access.service.js';
import type {
  OrganizationParentBody,
  OrganizationParentInput,
  OrganizationStudentInput,
} from './organization-roster.dto.js';
import { OrganizationRosterRepository } from './organization-roster.repository.js';
import { SchoolPeopleRepository } from './school-people.repository.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { record } from '../../../platform/journal/recorded-changes.js';

/** Changes the roster of an organization. A change that has been made already succeeds again. */
@Injectable()
export class OrganizationRosterService {
  constructor(
    private readonly transactions: Transactions,
    private readonly roster: OrganizationRosterRepository,
    private readonly people: SchoolPeopleRepository,
    private readonly access: OrganizationAccessService,
    private readonly clock: Clock,
  ) {}

  async get(member: Member, organizationId: string): Promise<SerializedJson> {
    return new SerializedJson(await this.roster.findRoster(member, organizationId));
  }

  /**
   * Adds a parent, or changes the title of one who is on the roster.
   * @throws NotFoundError when the caller may not see the organization, or the person is no active member
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  addParent(
    member: Member,
    organizationId: string,
    input: OrganizationParentInput,
    replay?: Replay,
  ): Promise<OrganizationParentBody> {
    const findParent = async (manager: EntityManager, editor: Member): Promise<OrganizationParentBody> => {
      const parent = await this.roster.findParent(manager, editor, organizationId, input.membership_id);
      if (!parent) throw new NotFoundError();
      return parent;
    };
    if (replay) return this.asManager(member, organizationId, findParent);
    return this.write(member, organizationId, async (manager, editor) => {
      const now = this.clock.now();
      const added = await this.roster.putParent(manager, editor.schoolId, organizationId, input, now);
      if (!added) throw new NotFoundError();
      return findParent(manager, editor);
    });
  }

  /**
   * Removes a parent, if on the roster.
   * @throws NotFoundError when the caller may not see the organization, or the person is no active member
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  removeParent(member: Member, organizationId: string, membershipId: string): Promise<void> {
    return this.write(member, organizationId, async (manager) => {
      await this.assertPresent(manager, member, 'parent', membershipId);
      await this.roster.removeParent(manager, member, organizationId, membershipId);
    });
  }

  /**
   * Adds a student, or changes position and jersey of one who is on the roster.
   * @throws NotFoundError when the caller may not see the organization, or the student is not at the school
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  async addStudent(member: Member, organizationId: string, input: OrganizationStudentInput): Promise<void> {
    assertNotRestricted(member, input.student_id);
    const add = async (manager: EntityManager): Promise<void> => {
      const now = this.clock.now();
      const added = await this.roster.putStudent(manager, member.schoolId, organizationId, input, now);
      if (!added) throw new NotFoundError();
    };
    return this.write(member, organizationId, add, [input.student_id]);
  }

  /**
   * Removes a student, if on the roster.
   * @throws NotFoundError when the caller may not see the organization, or the student is not at the school
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  async removeStudent(member: Member, organizationId: string, studentId: string): Promise<void> {
    assertNotRestricted(member, studentId);
    const remove = async (manager: EntityManager): Promise<void> => {
      await this.assertPresent(manager, member, 'student', studentId);
      await this.roster.removeStudent(manager, member, organizationId, studentId);
    };
    return this.write(member, organizationId, remove, [studentId]);
  }

  /** @param students those who are shown with another roster */
  private write<T>(
    member: Member,
    organizationId: string,
    change: (manager: EntityManager, editor: Member) => Promise<T>,
    students: string[] = [],
  ): Promise<T> {
    return this.asManager(member, organizationId, async (manager, editor) => {
      const result = await change(manager, editor);
      const ids = { students: students.map((id) => id.toLowerCase()) };
      record({ manager, member: editor }, { kind: 'organization_roster.changed', id: organizationId, ids });
      return result;
    });
  }

  private asManager<T>(
    member: Member,
    organizationId: string,
    work: (manager: EntityManager, editor: Member) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(async (manager) =>
      work(manager, await this.access.lockAsManager(manager, member, organizationId)),
    );
  }

  private async assertPresent(
    manager: EntityManager,
    { schoolId }: Member,
    type: 'parent' | 'student',
    id: string,
  ): Promise<void> {
    const isPresent = isUuid(id) && (await this.people.arePresent(manager, schoolId, type, [id]));
    if (!isPresent) throw new NotFoundError();
  }
}
