import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type Account,
  type Arrival,
  FamilyRecordsRepository,
  type ListedGuardian,
  type Readdressed,
  type StudentCopy,
  type UnlinkWhom,
} from './family-records.repository.js';
import { GuardianRemovals } from '../guardians/guardian-removals.service.js';
import type { ReaddressedGuardian } from '../roster/roster-import.repository.js';

/** A school, and the system that it is fed from. */
interface SourceTarget {
  schoolId: string;
  source: string;
}

/** Records of one family at several schools, or in several records of one (contract section 16). */
@Injectable()
export class FamilyRecordsService {
  constructor(
    private readonly records: FamilyRecordsRepository,
    private readonly removals: GuardianRemovals,
  ) {}

  /** Students of the source who are at another of its schools and not on the roster of this one. */
  arrivals(manager: EntityManager, target: SourceTarget, sourceIds: string[]): Promise<Arrival[]> {
    return this.records.findArrivals(manager, target, sourceIds);
  }

  /** Accounts whose links move with the students, and that are no members here yet. */
  accountsOf(manager: EntityManager, target: SourceTarget, arrivals: Arrival[]): Promise<Account[]> {
    return this.records.findAccounts(manager, target, arrivals);
  }

  /**
   * Links, choices of visibility and what was added by hand, once the accounts are members.
   * @returns guardians who have another address here
   */
  transferRecords(
    manager: EntityManager,
    target: SourceTarget & { now: Date },
    arrivals: Arrival[],
  ): Promise<ReaddressedGuardian[]> {
    return this.records.transferRecords(manager, target, arrivals);
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
  async unlink(
    manager: EntityManager,
    copies: StudentCopy[],
    whom: UnlinkWhom,
  ): Promise<{ records: number; memberships: Map<string, string[]> }> {
    const { guardians, ...unlinked } = await this.records.unlink(manager, copies, whom);
    for (const { schoolId, removed } of guardians) await this.removals.announce(manager, schoolId, removed);
    return unlinked;
  }

  /** Whether the person has a record here that keeps them apart from the student. */
  isRestricted(manager: EntityManager, copies: StudentCopy[], whom: UnlinkWhom): Promise<boolean> {
    return this.records.isRestricted(manager, copies, whom);
  }

  list(schoolId: string, student: string | null): Promise<ListedGuardian[]> {
    return this.records.listGuardians(schoolId, student);
  }

  /** Takes whoever has graduated before this day, or before today at the school, off the roster. @returns their ids */
  archiveGraduated(
    manager: EntityManager,
    schoolId: string,
    before: Date | null,
    now: Date,
  ): Promise<string[]> {
    return this.records.archiveGraduated(manager, schoolId, before, now);
  }
}
