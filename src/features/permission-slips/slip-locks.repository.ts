import { Injectable } from '@nestjs/common';
import { isManageable } from '../../policy/answered-item.js';
import { fullName } from '../../policy/name-order.js';
import { isAddressedTo, VIEWER, viewerParameters } from '../../policy/audience.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import type { GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { SLIP_EVENT, SLIP_QUESTIONS } from './permission-slips.sql.js';
import { concernsStudent, isSlipPublished, fromRequestedStudents } from '../../policy/slip-visibility.js';
import { PermissionSlip } from './permission-slip.entity.js';
import type { SignedEvent } from './responses/slip-response.entity.js';
import type { SignedQuestion } from './slip-version.entity.js';
import type { AnswerPer } from './slip-vocabulary.js';

/** A slip under its lock: nobody changes it until the transaction ends. */
export interface LockedSlip {
  id: string;
  title: string;
  body: string;
  statement: string;
  statementVersion: number;
  answerPer: AnswerPer;
  signatureRequired: boolean;
  secondGuardianRequired: boolean;
  questions: SignedQuestion[];
  event: SignedEvent | null;
  published: boolean;
  addressed: boolean;
  /** By the member. */
  managed: boolean;
  deleted: boolean;
  /** IANA name, of the school. */
  timeZone: string;
  /** UTC; null for a draft. */
  opensAt: Date | null;
  /** UTC. */
  closesAt: Date | null;
}

export interface RequestedStudent {
  id: string;
  /** The caller's relation. */
  relation: GuardianRelation;
}

export interface NamedGuardian {
  id: string;
  name: string;
  /** Null where nobody is registered. */
  membershipId: string | null;
}

const READ_SLIP = `
  select p.id, p.title, p.body, p.statement, p.statement_version as "statementVersion", p.answer_per as "answerPer",
    p.signature_required as "signatureRequired", p.second_guardian_required as "secondGuardianRequired",
    ${SLIP_QUESTIONS} as questions, ${SLIP_EVENT} as event, ${isSlipPublished('p', VIEWER.now)} as "published",
    ${isAddressedTo('p', VIEWER)} as addressed, coalesce(${isManageable('p', VIEWER)}, false) as managed,
    p.deleted_at is not null as deleted, p.opens_at as "opensAt", p.closes_at as "closesAt", school.time_zone as "timeZone"
  from permission_slips p join schools school on school.id = p.school_id where p.id = $5 and p.school_id = $1`;

/** $1: the school, $2: the caller, $3: students to choose from, or null for all of the caller's, $4: the slip. */
const LOCK_REQUESTED = `
  select s.id, g.relation from permission_slips p cross join ${fromRequestedStudents('p')}
  where p.school_id = $1 and p.id = $4 and ($3::uuid[] is null or s.id = any ($3::uuid[]))
  order by s.id for no key update of s`;

const LOCK_FAMILY = `
  select 1 from students kin
  where kin.school_id = $1 and (kin.id = any ($3::uuid[]) or kin.id in (
    select s.id from permission_slips p cross join ${fromRequestedStudents('p')} where p.school_id = $1 and p.id = $4))
  order by kin.id for no key update`;

const LOCK_STUDENT = `
  select coalesce(${concernsStudent('p', 's')}, false) as asked
  from permission_slips p join students s on s.school_id = p.school_id and s.id = $3 and s.archived_at is null
  where p.school_id = $1 and p.id = $2 for no key update of s`;

const LOCK_OTHER_GUARDIANS = `
  select m.id from memberships m
  where m.school_id = $1 and m.deactivated_at is null and m.id <> $2
    and m.id in (select g.membership_id from family_guardians g where g.school_id = $1 and g.student_id = any ($3::uuid[]))
  order by m.id for key share of m`;

/**
 * Locks of an answer, in this order: imports of the school, the member, the slip, its students, and the memberships of their other guardians.
 * Answers of several guardians are therefore written one after the other, and never wait in a circle.
 */
@Injectable()
export class SlipLocksRepository {
  /** Reads in a statement after the lock: one that had waited for it would have the questions as they were before the wait. */
  async lockSlip({ manager, member, now }: WriteContext, slipId: string): Promise<LockedSlip | null> {
    const where = { id: slipId, schoolId: member.schoolId };
    const lock = { mode: 'pessimistic_read' } as const;
    await manager.getRepository(PermissionSlip).findOne({ select: { id: true }, where, lock });
    const parameters = [...viewerParameters(member, now), slipId];
    const [slip] = await manager.query<LockedSlip[]>(READ_SLIP, parameters);
    return slip ?? null;
  }

  /** Locks those students of the caller's for whom the slip asks. */
  lockRequestedStudents(
    { manager, member }: WriteContext,
    slipId: string,
    only: string[] | null,
  ): Promise<RequestedStudent[]> {
    return manager.query(LOCK_REQUESTED, [member.schoolId, member.membershipId, only, slipId]);
  }

  /**
   * Locks all students of the caller's for whom the slip asks.
   * @param former students of the answer that changes, which are locked as well, also where the slip asks for them no more
   */
  async lockFamily(change: WriteContext, slipId: string, former: string[]): Promise<RequestedStudent[]> {
    const { schoolId, membershipId } = change.member;
    await change.manager.query(LOCK_FAMILY, [schoolId, membershipId, former, slipId]);
    return this.lockRequestedStudents(change, slipId, null);
  }

  async lockStudents({ manager, member }: WriteContext, studentIds: string[]): Promise<void> {
    await manager.query(
      'select 1 from students where school_id = $1 and id = any ($2::uuid[]) order by id for no key update',
      [member.schoolId, studentIds],
    );
  }

  /** Keeps the other linked guardians of the students from leaving before the transaction ends. */
  async lockOtherGuardians({ manager, member }: WriteContext, studentIds: string[]): Promise<void> {
    await manager.query(LOCK_OTHER_GUARDIANS, [member.schoolId, member.membershipId, studentIds]);
  }

  /**
   * Locks a student.
   * @returns whether the slip asks about them; null where nobody of this id is on the roster
   */
  async lockStudent(
    { manager, member }: WriteContext,
    slipId: string,
    studentId: string,
  ): Promise<{ asked: boolean } | null> {
    const [student] = await manager.query<{ asked: boolean }[]>(LOCK_STUDENT, [
      member.schoolId,
      slipId,
      studentId,
    ]);
    return student ?? null;
  }

  /** The student's guardians by the names that the school has, without those whom it keeps apart. */
  findGuardians({ manager, member }: WriteContext, studentId: string): Promise<NamedGuardian[]> {
    return manager.query(
      `select g.id, ${fullName('g')} as name, g.membership_id as "membershipId" from family_guardians g where g.school_id = $1 and g.student_id = $2`,
      [member.schoolId, studentId],
    );
  }

  async isOnRoster({ manager, member }: WriteContext, studentId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'select 1 from students where id = $1 and school_id = $2 and archived_at is null',
      [studentId, member.schoolId],
    );
    return rows.length > 0;
  }
}
