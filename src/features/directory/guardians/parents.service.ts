import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import type { OrganizationCandidate } from '../roster/roster.dto.js';
import { ParentsRepository } from './parents.repository.js';

/** A parent of a school: an active member whose role it is, or who is linked to a student on the roster. */
@Injectable()
export class ParentsService {
  constructor(private readonly parents: ParentsRepository) {}

  /** Every parent of the member's school, by last name, first name and id. */
  candidates(member: Member): Promise<OrganizationCandidate[]> {
    return this.parents.findCandidates(member);
  }

  /**
   * The students on the roster that this parent of the school is linked to, or null for whoever is no parent there.
   * The membership stays there, and active, until the transaction ends.
   */
  async findStudentIds(
    manager: EntityManager,
    schoolId: string,
    membershipId: string,
  ): Promise<string[] | null> {
    const found = await this.parents.findPossibleParent(manager, schoolId, membershipId);
    return found && (found.role === 'parent' || found.student_ids.length > 0) ? found.student_ids : null;
  }
}
