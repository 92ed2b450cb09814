import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { StudentReferencesService } from '../students/student-references.service.js';
import { RestrictionOverError, UnknownGuardianError } from './guardian-relation.js';
import { dateAt } from '../../../platform/clock/wall-clock.js';
import { GuardianLinksService } from './guardian-links.service.js';
import {
  type AffectedMember,
  GuardianRestrictionsRepository,
  type RestrictableRecord,
} from './guardian-restrictions.repository.js';

export type { AffectedMember, RestrictableRecord } from './guardian-restrictions.repository.js';

/** Members who are kept apart from a student from now on. */
export interface RestrictedMembers {
  studentId: string;
  membershipIds: string[];
}

export interface RecordOfStudent {
  id: string;
  studentId: string;
}

/** The end of a restriction, and why there is one; what is left out stays as it is. */
export interface RestrictionTerms {
  /** Last day at the school, `YYYY-MM-DD`; null for no end. */
  until?: string | null;
  reason?: string;
  /** Where there is no reason yet. */
  defaultReason?: string;
}

/**
 * Restrictions of guardians (contract section 21): all records of a person for a student have the same one. The school is locked
 * as for an import, so that nobody links an account meanwhile.
 */
@Injectable()
export class GuardianRestrictions {
  constructor(
    private readonly restrictions: GuardianRestrictionsRepository,
    private readonly links: GuardianLinksService,
    private readonly students: StudentReferencesService,
    private readonly clock: Clock,
  ) {}

  /** @throws RestrictionOverError the last day is over at the school */
  assertAhead(until: string | null, timeZone: string): void {
    if (until !== null && until < dateAt(this.clock.now(), timeZone)) throw new RestrictionOverError();
  }

  /**
   * All records of the person for the student, by the source id of the student and one record.
   * @throws UnknownStudentError
   * @throws AmbiguousStudentError
   * @throws UnknownGuardianError
   */
  async getRecords(
    manager: EntityManager,
    schoolId: string,
    { student, guardianId }: { student: string; guardianId: string },
  ): Promise<RestrictableRecord[]> {
    const studentId = await this.students.resolve(manager, schoolId, student);
    const records = isUuid(guardianId) ? await this.findRecords(manager, schoolId, guardianId) : [];
    if (records[0]?.studentId !== studentId) throw new UnknownGuardianError();
    return records;
  }

  /** All records of the person for the student; none where no record has this id. */
  findRecords(manager: EntityManager, schoolId: string, guardianId: string): Promise<RestrictableRecord[]> {
    return this.restrictions.findRecords(manager, schoolId, guardianId);
  }

  /**
   * Keeps the person of these records apart from the student, or changes the terms on which they are.
   * @param records all of the person's, and one at least
   * @returns who is restricted now; null where the restriction is as it was
   */
  async restrict(
    manager: EntityManager,
    schoolId: string,
    records: RestrictableRecord[],
    terms: RestrictionTerms,
  ): Promise<RestrictedMembers | null> {
    const present = records.find(({ restricted }) => restricted) ?? null;
    const until = terms.until === undefined ? (present?.until ?? null) : terms.until;
    const reason = terms.reason ?? present?.reason ?? terms.defaultReason ?? null;
    const isSame = ({ restricted, ...is }: RestrictableRecord): boolean =>
      restricted && is.until === until && is.reason === reason;
    if (records.every(isSame)) return null;
    const ids = records.map(({ id }) => id);
    const { studentId } = records[0]!;
    await this.restrictions.restrictRecords(manager, schoolId, ids, {
      until,
      reason,
      now: this.clock.now(),
    });
    return this.recordRestriction(manager, schoolId, studentId, ids);
  }

  /** Members whom these records of a student keep apart from them, and says so in the journal. */
  async recordRestriction(
    manager: EntityManager,
    schoolId: string,
    studentId: string,
    ids: string[],
  ): Promise<RestrictedMembers> {
    const members = await this.restrictions.lockMembers(manager, schoolId, ids);
    recordRestricted(manager, schoolId, studentId, members);
    return { studentId, membershipIds: members.map(({ membershipId }) => membershipId) };
  }

  /**
   * Ends the restriction of a record and of all that have the same. Accounts are linked as when their owners join.
   * @returns whether there was one
   */
  async lift(manager: EntityManager, schoolId: string, guardianId: string): Promise<boolean> {
    const lifted = await this.restrictions.liftRecords(manager, schoolId, guardianId);
    if (lifted.length === 0) return false;
    await this.linkAgain(manager, schoolId, lifted);
    return true;
  }

  /** Links accounts again that the restriction of these records has taken from others of the student. */
  async linkAgain(manager: EntityManager, schoolId: string, lifted: RecordOfStudent[]): Promise<void> {
    const ids = lifted.map(({ id }) => id);
    const members = await this.restrictions.lockMembers(manager, schoolId, ids);
    for (const studentId of new Set(lifted.map((one) => one.studentId)))
      recordRestricted(manager, schoolId, studentId, members);
    for (const member of members) await this.links.linkMember(manager, { schoolId, ...member }, []);
  }

  /** A record of each restriction of the school whose last day is over. */
  findEnded(manager: EntityManager, schoolId: string): Promise<string[]> {
    return this.restrictions.findEnded(manager, schoolId, this.clock.now());
  }

  /** Short names of other schools that have the person for the student without a restriction. */
  findUnrestrictedElsewhere(schoolId: string, studentId: string, guardianId: string): Promise<string[]> {
    return this.restrictions.findUnrestrictedElsewhere(schoolId, studentId, guardianId);
  }
}

function recordRestricted(
  manager: EntityManager,
  schoolId: string,
  studentId: string,
  members: AffectedMember[],
): void {
  record({ manager, schoolId }, { kind: 'student.changed', id: studentId });
  for (const { membershipId } of members)
    record({ manager, schoolId }, { kind: 'member.changed', id: membershipId });
}
