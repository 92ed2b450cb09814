import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordOf } from '../../../platform/database/row-columns.js';
import type { RowCounts } from '../../../platform/import-report.js';
import type { RemovedGuardian } from '../guardians/guardian-removals.service.js';
import { SHARE_MAILBOXES } from '../guardians/guardian-links.repository.js';
import { GUARDIAN_COLUMNS, type ImportedGuardian } from '../guardians/guardian.columns.js';
import { type ImportedStudent, STUDENT_COLUMNS } from '../students/student.columns.js';
import { REPLACE_LINKS_BY_HAND, RESTRICT_REPLACING } from './replaced-links.sql.js';
import { ARCHIVE_STUDENTS, LINK_MEMBERS, WRITE_GUARDIANS, WRITE_STUDENTS } from './roster-import.sql.js';
import {
  PROMOTE_SHARED,
  COUNT_GUARDIANS,
  COUNT_GUARDIANS_EXCEPT,
  REMOVE_GUARDIANS_EXCEPT,
  REMOVE_LINKS,
} from '../guardians/withdrawn-guardians.sql.js';

/** The school and source whose records an import may change. */
export interface RosterImportTarget {
  schoolId: string;
  /**
   * The system the records come from. Null: whichever source the school has the id from, and `content`
   * where the school does not have it.
   */
  source: string | null;
}

/** An adult whom the source has under another address than before. */
export interface ReaddressedGuardian {
  /** Source ids. */
  student: string;
  sourceId: string;
  email: string;
  before: string | null;
  /** Membership whose link ended by it; null where there was none, or its account has the new address. */
  membershipId: string | null;
}

/** An adult who had an address at the source and has none now. */
export interface UnmailedGuardian {
  /** Source id. */
  student: string;
  before: string;
}

/** Outcome of a chunk of students. */
export interface WrittenStudents extends RowCounts {
  /** Source ids of those who had a postal address and have none now. */
  unaddressed: string[];
}

/** Outcome of a chunk of guardians. */
export interface WrittenGuardians extends RowCounts {
  readdressed: ReaddressedGuardian[];
  unmailed: UnmailedGuardian[];
}

/** Number of records that were taken back, and the memberships that lost a link by it. */
export interface TakenBack {
  n: number;
  memberships: string[];
  /** Those with an email. */
  guardians: RemovedGuardian[];
}

export interface GuardianLink {
  studentSourceId: string;
  sourceId: string;
}

/** On the roster. */
export interface RosterStudent {
  sourceId: string;
  graduationYear: number | null;
  grade: string | null;
}

interface Counted {
  n: number;
}

@Injectable()
export class RosterImportRepository {
  async writeStudents(
    manager: EntityManager,
    target: RosterImportTarget & { students: ImportedStudent[]; now: Date },
  ): Promise<WrittenStudents> {
    const rows = JSON.stringify(target.students.map(studentRow));
    const params = [rows, target.schoolId, target.source, target.now];
    const [counts] = await manager.query<WrittenStudents[]>(WRITE_STUDENTS, params);
    return counts!;
  }

  async writeGuardians(
    manager: EntityManager,
    target: RosterImportTarget & { guardians: ImportedGuardian[]; now: Date },
  ): Promise<WrittenGuardians> {
    const rows = JSON.stringify(target.guardians.map(guardianRow));
    const params = [rows, target.schoolId, target.source, target.now];
    const [counts] = await manager.query<WrittenGuardians[]>(WRITE_GUARDIANS, params);
    return counts!;
  }

  async linkMembers(manager: EntityManager, schoolId: string, emails: string[], now: Date): Promise<void> {
    if (emails.length === 0) return;
    await manager.query(RESTRICT_REPLACING, [schoolId, emails]);
    await manager.query(REPLACE_LINKS_BY_HAND, [schoolId, emails]);
    await manager.query(LINK_MEMBERS, [schoolId, emails, now]);
    await manager.query(SHARE_MAILBOXES, [schoolId, emails, now]);
  }

  /** How many guardians are removed, or would be: those whom no student keeps. */
  async guardiansExcept(
    what: 'remove' | 'count',
    manager: EntityManager,
    { schoolId, source }: RosterImportTarget,
    students: { student_source_id: string; keep: string[] }[],
    untouched: string[] = [],
  ): Promise<TakenBack> {
    const statement = what === 'remove' ? REMOVE_GUARDIANS_EXCEPT : COUNT_GUARDIANS_EXCEPT;
    const params = [JSON.stringify(students), schoolId, source, untouched];
    const [counted] = await manager.query<(Counted & Partial<TakenBack>)[]>(statement, params);
    return { memberships: [], guardians: [], ...counted! };
  }

  async countGuardians(manager: EntityManager, { schoolId, source }: RosterImportTarget): Promise<number> {
    const [all] = await manager.query<Counted[]>(COUNT_GUARDIANS, [schoolId, source]);
    return all!.n;
  }

  async removeLinks(
    manager: EntityManager,
    { schoolId, source }: RosterImportTarget,
    links: GuardianLink[],
  ): Promise<TakenBack> {
    const rows = links.map((link) => ({ student_source_id: link.studentSourceId, source_id: link.sourceId }));
    const params = [JSON.stringify(rows), schoolId, source];
    const [removed] = await manager.query<TakenBack[]>(REMOVE_LINKS, params);
    return removed!;
  }

  /** Where a record that was linked has gone, another one that shares its mailbox takes its place. */
  async promoteShared(manager: EntityManager, schoolId: string): Promise<void> {
    await manager.query(PROMOTE_SHARED, [schoolId]);
  }

  async archiveStudents(
    manager: EntityManager,
    target: RosterImportTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    const params = [target.sourceIds, target.schoolId, target.source, target.now];
    const [archived] = await manager.query<Counted[]>(ARCHIVE_STUDENTS, params);
    return archived!.n;
  }

  /** The students on the roster. */
  active(manager: EntityManager, { schoolId, source }: RosterImportTarget): Promise<RosterStudent[]> {
    return manager.query(
      `select source_id as "sourceId", graduation_year as "graduationYear", grade from students
       where school_id = $1 and ($2::text is null or source = $2) and archived_at is null`,
      [schoolId, source],
    );
  }

  /** Guardians with an email, of students on the roster, who may register here and have no account that is linked. */
  async countMayRegister(manager: EntityManager, schoolId: string): Promise<number> {
    const [found] = await manager.query<Counted[]>(
      `select count(distinct g.email)::int as n from guardians g
       join schools school on school.id = g.school_id and school.guardians_may_register
       where g.school_id = $1 and g.email is not null and g.source_id is not null and g.membership_id is null
         and g.shared_membership_id is null
         and g.student_id not in (select id from students where school_id = $1 and archived_at is not null)`,
      [schoolId],
    );
    return found!.n;
  }
}

const studentRow = (student: ImportedStudent): object => ({
  ...recordOf(STUDENT_COLUMNS, student),
  archived: student.archived ?? false,
});

const guardianRow = (guardian: ImportedGuardian): object => ({
  ...recordOf(GUARDIAN_COLUMNS, guardian),
  student_source_id: guardian.studentSourceId,
  read_from_stored: guardian.readFromStored,
});
