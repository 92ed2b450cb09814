import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { chunks } from '../../../platform/database/chunks.js';
import { addCounts, noCounts, type RowCounts } from '../../../platform/import-report.js';
import type { ImportedGuardian } from '../guardians/guardian.columns.js';
import { GuardianRemovals } from '../guardians/guardian-removals.service.js';
import type { ImportedStudent } from '../students/student.columns.js';
import {
  type GuardianLink,
  type ReaddressedGuardian,
  type RosterImportTarget,
  RosterImportRepository,
  type RosterStudent,
  type UnmailedGuardian,
  type WrittenStudents,
} from './roster-import.repository.js';

export type {
  RosterImportTarget,
  RosterStudent,
  GuardianLink,
  ReaddressedGuardian,
  UnmailedGuardian,
  WrittenStudents,
} from './roster-import.repository.js';

/** Outcome for guardians. */
export interface GuardianOutcome extends RowCounts {
  readdressed: ReaddressedGuardian[];
  unmailed: UnmailedGuardian[];
  /** Memberships that lost a link while the student stays. */
  unlinked: string[];
}

/**
 * The way in for a roster from outside, in sets and inside the caller's transaction. A record whose digest is
 * the stored one is left as it is, so that what was edited here since stays; a second run of the same import
 * changes nothing.
 */
@Injectable()
export class RosterImporter {
  constructor(
    private readonly repository: RosterImportRepository,
    private readonly removals: GuardianRemovals,
  ) {}

  /** Creates, updates (digest differs), revives and archives students by (school, source, source id). */
  async importStudents(
    manager: EntityManager,
    target: RosterImportTarget & { students: Iterable<ImportedStudent>; now: Date },
  ): Promise<WrittenStudents> {
    const outcome: WrittenStudents = { ...noCounts(), unaddressed: [] };
    for (const students of chunks(target.students, CHUNK)) {
      const written = await this.repository.writeStudents(manager, { ...target, students });
      addCounts(outcome, written);
      outcome.unaddressed.push(...written.unaddressed);
    }
    return outcome;
  }

  /**
   * Creates and updates guardians by (student, source, source id); guardians of unknown students are passed
   * over. Guardians of `completeForStudents` (source ids) that this source gave before and does not give now
   * are removed, registered or not: when a source withdraws a relation, the family may have separated, and a
   * login must not keep what the school has taken back. Links made by hand or by registration have no source
   * id and are never touched, nor are the adults in `untouched` (source ids), of whom the source said something
   * that could not be read.
   *
   * A new row of an adult whom this source has already given for another student of the school takes over that
   * row's membership and visibility: the same person, who must not be asked, or shown, a second time. A guardian
   * with the verified email of a member of the school becomes that member, as when they join, and who hides their
   * contact in one school does so in a new row too. Who has left the school is not brought back: `unchanged`.
   */
  async importGuardians(
    manager: EntityManager,
    target: CompleteGuardians & { now: Date },
  ): Promise<GuardianOutcome> {
    const outcome: GuardianOutcome = { ...noCounts(), readdressed: [], unmailed: [], unlinked: [] };
    for (const students of storedByStudent(target)) {
      const { untouched } = target;
      const gone = await this.repository.guardiansExcept('remove', manager, target, students, untouched);
      await this.removals.announce(manager, target.schoolId, gone.guardians);
      outcome.archived += gone.n;
      outcome.unlinked.push(...gone.memberships);
    }
    for (const guardians of chunks(target.guardians, CHUNK)) {
      const written = await this.repository.writeGuardians(manager, { ...target, guardians });
      addCounts(outcome, written);
      outcome.readdressed.push(...written.readdressed);
      outcome.unmailed.push(...written.unmailed);
      outcome.unlinked.push(...written.readdressed.flatMap(({ membershipId }) => membershipId ?? []));
      const emails = guardians.flatMap((guardian) => guardian.email ?? []);
      await this.repository.linkMembers(manager, target.schoolId, emails, target.now);
    }
    await this.repository.promoteShared(manager, target.schoolId);
    return outcome;
  }

  /** Counts the links that `importGuardians` would remove, and all links: of this source, of students on the roster. */
  async leavingGuardians(
    manager: EntityManager,
    target: CompleteGuardians,
  ): Promise<{ leaving: number; all: number }> {
    const all = await this.repository.countGuardians(manager, target);
    let leaving = 0;
    for (const students of storedByStudent(target))
      leaving += (await this.repository.guardiansExcept('count', manager, target, students, target.untouched))
        .n;
    return { leaving, all };
  }

  /** Removes single relations, registered or not; see `importGuardians`. */
  async removeGuardians(
    manager: EntityManager,
    target: RosterImportTarget & { links: GuardianLink[] },
  ): Promise<{ n: number; memberships: string[] }> {
    const removed = { n: 0, memberships: [] as string[] };
    for (const links of chunks(target.links, CHUNK)) {
      const gone = await this.repository.removeLinks(manager, target, links);
      await this.removals.announce(manager, target.schoolId, gone.guardians);
      removed.n += gone.n;
      removed.memberships.push(...gone.memberships);
    }
    if (removed.n > 0) await this.repository.promoteShared(manager, target.schoolId);
    return removed;
  }

  /** Takes students off the roster; their notes, stars, lists and guardians stay. */
  async archiveStudents(
    manager: EntityManager,
    target: RosterImportTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    let archived = 0;
    for (const sourceIds of chunks(target.sourceIds, CHUNK)) {
      archived += await this.repository.archiveStudents(manager, { ...target, sourceIds });
    }
    return archived;
  }

  /** The students on the roster. */
  active(manager: EntityManager, target: RosterImportTarget): Promise<RosterStudent[]> {
    return this.repository.active(manager, target);
  }

  /** People who may register without an invitation and have not. */
  countMayRegister(manager: EntityManager, schoolId: string): Promise<number> {
    return this.repository.countMayRegister(manager, schoolId);
  }
}

const CHUNK = 2_000;

type CompleteGuardians = RosterImportTarget & {
  completeForStudents: string[];
  untouched?: string[];
  /** Gone through twice. */
  guardians: Iterable<ImportedGuardian>;
};

function* storedByStudent({ guardians, completeForStudents }: CompleteGuardians) {
  const remaining = groupByStudent(guardians);
  for (const studentSourceIds of chunks(completeForStudents, CHUNK))
    yield studentSourceIds.map((id) => ({ student_source_id: id, keep: remaining.get(id) ?? [] }));
}

function groupByStudent(guardians: Iterable<ImportedGuardian>): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const { studentSourceId, sourceId } of guardians) {
    const ids = grouped.get(studentSourceId);
    if (ids) ids.push(sourceId);
    else grouped.set(studentSourceId, [sourceId]);
  }
  return grouped;
}
