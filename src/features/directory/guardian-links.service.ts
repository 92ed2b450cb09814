import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import {
  type Account,
  type Arrival,
  FamilyRecordsRepository,
  type ListedGuardian,
  type Readdressed,
  type StudentCopy,
  type UnlinkWhom,
} from './family-records.repository.js';
import type { ReaddressedGuardian } from './roster-import.repository.js';
import { GuardianLinksRepository, type LinkedStudent } from './guardian-links.repository.js';
import type { GuardianRelation } from './guardian-relation.js';

export type {
  Account,
  Arrival,
  ListedGuardian,
  Readdressed,
  StudentCopy,
  UnlinkWhom,
} from './family-records.repository.js';

export interface StudentLink {
  studentId: string;
  relation: GuardianRelation;
}

export interface LinkCounts {
  created: number;
  updated: number;
}

/** A school, and the system that it is fed from. */
interface SourceTarget {
  schoolId: string;
  source: string;
}

interface LinkedMember {
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
    await this.links.unifyVisibility(manager, member.userId, now);
    return counts;
  }

  /**
   * Which of the people with the address of the account it is (contract section 16, rule 1).
   * @throws NotFoundError when one of them is not on file with it in a school of theirs
   */
  async choose(manager: EntityManager, members: LinkedMember[], guardianIds: string[]): Promise<void> {
    let found = 0;
    for (const member of members) found += await this.links.choose(manager, member, guardianIds);
    if (found < new Set(guardianIds).size) throw new NotFoundError();
    for (const member of members) await this.linkMember(manager, member, []);
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

/** What is on file of a family at more schools than one, or in more records than one (contract section 16). */
@Injectable()
export class FamilyRecordsService {
  constructor(private readonly records: FamilyRecordsRepository) {}

  /** Students of the source who are at another of its schools and not on the roster of this one. */
  arrivals(manager: EntityManager, target: SourceTarget, sourceIds: string[]): Promise<Arrival[]> {
    return this.records.arrivals(manager, target, sourceIds);
  }

  /** Whose links come along with the students, and are no members here yet. */
  accountsOf(manager: EntityManager, target: SourceTarget, arrivals: Arrival[]): Promise<Account[]> {
    return this.records.accounts(manager, target, arrivals);
  }

  /**
   * Links, choices of visibility and what was added by hand, once the accounts are members.
   * @returns guardians who have another address here
   */
  bringAlong(
    manager: EntityManager,
    target: SourceTarget & { now: Date },
    arrivals: Arrival[],
  ): Promise<ReaddressedGuardian[]> {
    return this.records.bringAlong(manager, target, arrivals);
  }

  /** Schools of the source that still have a link to these adults by another address, of students who have left there. */
  schoolsWithStaleLinks(
    manager: EntityManager,
    source: string,
    people: Readdressed[],
  ): Promise<{ id: string; shortName: string; name: string }[]> {
    return this.records.schoolsWithStaleLinks(manager, source, people);
  }

  /** @returns memberships that lost a link */
  endStaleLinks(manager: EntityManager, target: SourceTarget, people: Readdressed[]): Promise<string[]> {
    return this.records.endStaleLinks(manager, target, people);
  }

  /** The student, and the same one at the other schools of the source. */
  copiesOf(manager: EntityManager, schoolId: string, sourceId: string): Promise<StudentCopy[]> {
    return this.records.copies(manager, schoolId, sourceId);
  }

  /**
   * Takes the person off the student for good, in every record that is theirs.
   * @returns how many records, and memberships that lost a link, by school
   */
  unlink(
    manager: EntityManager,
    copies: StudentCopy[],
    whom: UnlinkWhom,
  ): Promise<{ records: number; memberships: Map<string, string[]> }> {
    return this.records.unlink(manager, copies, whom);
  }

  list(schoolId: string, student: string | null): Promise<ListedGuardian[]> {
    return this.records.list(schoolId, student);
  }

  /** Takes whoever has graduated before this day off the roster. @returns how many */
  archiveGraduated(manager: EntityManager, schoolId: string, before: Date, now: Date): Promise<number> {
    return this.records.archiveGraduated(manager, schoolId, before, now);
  }
}
