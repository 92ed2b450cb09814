import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { GuardianLinksRepository, type LinkedStudent } from './guardian-links.repository.js';
import type { GuardianRelation } from './guardian-relation.js';

export type {
  Account,
  Arrival,
  ListedGuardian,
  Readdressed,
  StudentCopy,
  UnlinkWhom,
} from '../families/family-records.repository.js';

export interface StudentLink {
  studentId: string;
  relation: GuardianRelation;
}

export interface LinkCounts {
  created: number;
  updated: number;
}

/** A member, and the verified address by which records on file are theirs. */
export interface LinkedMember {
  schoolId: string;
  membershipId: string;
  userId: string;
  email: string;
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
   * @param invited students of invitations, which never change what is on file
   * @param corrects whether another relation corrects a link that was made by hand
   */
  async linkMember(
    manager: EntityManager,
    member: LinkedMember,
    students: StudentLink[],
    { invited = [], corrects = false }: { invited?: StudentLink[]; corrects?: boolean } = {},
  ): Promise<LinkCounts> {
    const now = this.clock.now();
    const { schoolId, membershipId, email } = member;
    const restricted = await this.links.linkLeftRestrictions(manager, member);
    const counts = {
      created: await this.links.linkByEmail(manager, schoolId, membershipId, email),
      updated: 0,
    };
    const links = [
      ...invited.map((link) => ({ ...link, corrects: false })),
      ...students.map((link) => ({ ...link, corrects })),
    ];
    for (const link of links) {
      const outcome = await this.links.link(manager, schoolId, membershipId, { ...link, now });
      if (outcome !== 'unchanged') counts[outcome] += 1;
    }
    if (restricted + counts.created + counts.updated > 0) await this.recordStudents(manager, member);
    for (const { schoolId: school, id } of await this.links.unifyVisibility(manager, member.userId, now))
      record({ manager, schoolId: school }, { kind: 'student.changed', id });
    return counts;
  }

  private async recordStudents(manager: EntityManager, member: LinkedMember): Promise<void> {
    const { schoolId } = member;
    for (const id of await this.links.findStudentsOf(manager, member))
      record({ manager, schoolId }, { kind: 'student.changed', id });
  }

  /**
   * Which of the people with the address of the account it is (contract section 16, rule 1).
   * @throws NotFoundError when one of them is not on file with it in a school of theirs
   */
  async choose(manager: EntityManager, members: LinkedMember[], guardianIds: string[]): Promise<void> {
    let found = 0;
    for (const member of members) found += await this.links.choose(manager, member, guardianIds);
    if (found < new Set(guardianIds).size) throw new NotFoundError();
    for (const member of members) {
      await this.linkMember(manager, member, []);
      await this.recordStudents(manager, member);
    }
  }

  /** Undoes every link of a member who leaves; no import brings the records back until they join again. */
  async removeMember(
    manager: EntityManager,
    member: { schoolId: string; membershipId: string; userId: string },
  ): Promise<void> {
    const { schoolId } = member;
    for (const id of await this.links.removeLink(manager, member))
      record({ manager, schoolId }, { kind: 'student.changed', id });
  }

  /** The person's linked, non-archived students over all schools. */
  linkedStudents(userId: string): Promise<LinkedStudent[]> {
    return this.links.linkedStudents(userId);
  }
}
