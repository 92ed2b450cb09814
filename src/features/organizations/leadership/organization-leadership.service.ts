import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { assertNotRestricted } from '../../../platform/auth/restricted.error.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { OrganizationAccessService } from '../../../platform/auth/organization-access.service.js';
import {
  LEADER_TYPES,
  type LeaderInput,
  type Leadership,
  type LeadershipInput,
} from './organization-leader.dto.js';
import { OrganizationLeadersRepository } from './organization-leaders.repository.js';
import { SchoolPeopleRepository } from '../roster/school-people.repository.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { record } from '../../../platform/journal/recorded-changes.js';

@Injectable()
export class OrganizationLeadershipService {
  constructor(
    private readonly transactions: Transactions,
    private readonly leaders: OrganizationLeadersRepository,
    private readonly people: SchoolPeopleRepository,
    private readonly access: OrganizationAccessService,
  ) {}

  /**
   * The whole ordered set as the caller is shown it, or nothing of it: a student from whom they are kept apart goes on leading.
   * @throws NotFoundError when the organization is not there for the caller, or one of the people not in the school
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  async replace(member: Member, organizationId: string, { leaders }: LeadershipInput): Promise<Leadership> {
    const { schoolId } = member;
    assertNotRestricted(member, ...leaders.map(({ person_id }) => person_id));
    return this.transactions.run(async (manager) => {
      const { restrictedStudentIds } = await this.access.lockAsManager(manager, member, organizationId);
      await this.assertPresent(manager, schoolId, leaders);
      const led = { schoolId, organizationId };
      const former = await this.leaders.replaceLeaders(manager, led, leaders, restrictedStudentIds);
      const staff = leaders.filter(({ type }) => type === 'staff').map(({ person_id }) => person_id);
      const ids = { staff: [...new Set([...former, ...staff])] };
      record({ manager, member }, { kind: 'organization.changed', id: organizationId, ids });
      return { leadership: await this.leaders.findLeaders(manager, member, organizationId) };
    });
  }

  private async assertPresent(
    manager: EntityManager,
    schoolId: string,
    leaders: LeaderInput[],
  ): Promise<void> {
    for (const type of LEADER_TYPES) {
      const ids = leaders.filter((leader) => leader.type === type).map(({ person_id }) => person_id);
      if (!(await this.people.arePresent(manager, schoolId, type, ids))) throw new NotFoundError();
    }
  }
}
