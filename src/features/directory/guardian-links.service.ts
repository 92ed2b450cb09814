import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { GuardianLinksRepository, type LinkedStudent } from './guardian-links.repository.js';
import type { GuardianRelation } from './guardian-relation.js';

export interface StudentLink {
  studentId: string;
  relation: GuardianRelation;
}

export interface LinkCounts {
  created: number;
  updated: number;
}

@Injectable()
export class GuardianLinksService {
  constructor(
    private readonly links: GuardianLinksRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Links a member to the students they were named for, and to every guardian record that the school has on file
   * with their verified email.
   */
  async linkMember(
    manager: EntityManager,
    member: { schoolId: string; membershipId: string; userId: string; email: string },
    students: StudentLink[],
  ): Promise<LinkCounts> {
    const now = this.clock.now();
    const counts = {
      created: await this.links.linkByEmail(manager, member.schoolId, member.membershipId, member.email),
      updated: 0,
    };
    for (const student of students) {
      const outcome = await this.links.link(manager, member.schoolId, member.membershipId, {
        ...student,
        now,
      });
      if (outcome !== 'unchanged') counts[outcome] += 1;
    }
    await this.links.unifyVisibility(manager, member.userId, now);
    return counts;
  }

  /** Undoes every link of a member who leaves; no import brings the records back until they join again. */
  removeMember(
    manager: EntityManager,
    member: { schoolId: string; membershipId: string; userId: string },
  ): Promise<void> {
    return this.links.remove(manager, member);
  }

  /** The person's linked, non-archived students over all schools. */
  linkedStudents(userId: string): Promise<LinkedStudent[]> {
    return this.links.linkedStudents(userId);
  }
}
