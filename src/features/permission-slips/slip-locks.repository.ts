import { Injectable } from '@nestjs/common';
import { isAddressedTo, VIEWER, viewerParameters } from '../../policy/audience.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import type { GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { SLIP_EVENT, SLIP_QUESTIONS } from './permission-slips.sql.js';
import { isInSight, ownStudents } from '../../policy/slip-visibility.js';
import type { SignedEvent } from './responses/slip-response.entity.js';
import type { SignedQuestion } from './slip-version.entity.js';
import type { AnswerPer } from './slip.errors.js';

/** A slip as it stays until the transaction ends. */
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
  inSight: boolean;
  addressed: boolean;
  /** UTC. */
  closesAt: Date | null;
}

export interface AskedStudent {
  id: string;
  /** Of the caller. */
  relation: GuardianRelation;
}

const LOCK_SLIP = `
  select p.id, p.title, p.body, p.statement, p.statement_version as "statementVersion", p.answer_per as "answerPer",
    p.signature_required as "signatureRequired", p.second_guardian_required as "secondGuardianRequired",
    ${SLIP_QUESTIONS} as questions, ${SLIP_EVENT} as event, ${isInSight('p', VIEWER.now)} as "inSight",
    ${isAddressedTo('p', VIEWER)} as addressed, p.closes_at as "closesAt"
  from permission_slips p where p.id = $5 and p.school_id = $1 for share of p`;

/** $1 is the school and $2 the caller, as everywhere; $4 is the slip. Those of $3, or all where it is null. */
const LOCK_ASKED = `
  select s.id, g.relation from permission_slips p cross join ${ownStudents('p')}
  where p.school_id = $1 and p.id = $4 and ($3::uuid[] is null or s.id = any ($3::uuid[]))
  order by s.id for no key update of s`;

const LOCK_FAMILY = `
  select 1 from students kin
  where kin.school_id = $1 and (kin.id = any ($3::uuid[]) or kin.id in (
    select s.id from permission_slips p cross join ${ownStudents('p')} where p.school_id = $1 and p.id = $4))
  order by kin.id for no key update`;

const LOCK_OTHER_GUARDIANS = `
  select m.id from memberships m
  where m.school_id = $1 and m.deactivated_at is null and m.id <> $2
    and m.id in (select g.membership_id from guardians g where g.school_id = $1 and g.student_id = any ($3::uuid[]))
  order by m.id for key share of m`;

/**
 * What a write of an answer waits for and holds, in this order: imports of the school, the member, the slip, its students, and whoever else
 * answers for them. Guardians who answer at once therefore do so one after the other, and nobody waits in a circle.
 */
@Injectable()
export class SlipLocksRepository {
  async lockSlip({ manager, member, now }: WriteContext, slipId: string): Promise<LockedSlip | null> {
    const parameters = [...viewerParameters(member, now), slipId];
    const [slip] = await manager.query<LockedSlip[]>(LOCK_SLIP, parameters);
    return slip ?? null;
  }

  /** Those of the caller's for whom the slip asks. */
  lockAsked(
    { manager, member }: WriteContext,
    slipId: string,
    only: string[] | null,
  ): Promise<AskedStudent[]> {
    return manager.query(LOCK_ASKED, [member.schoolId, member.membershipId, only, slipId]);
  }

  /**
   * All of the caller's for whom the slip asks.
   * @param former of an answer of theirs; locked as well, whether it still asks for them or not
   */
  async lockFamily(change: WriteContext, slipId: string, former: string[]): Promise<AskedStudent[]> {
    const { schoolId, membershipId } = change.member;
    await change.manager.query(LOCK_FAMILY, [schoolId, membershipId, former, slipId]);
    return this.lockAsked(change, slipId, null);
  }

  async lockStudents({ manager, member }: WriteContext, studentIds: string[]): Promise<void> {
    await manager.query(
      'select 1 from students where school_id = $1 and id = any ($2::uuid[]) order by id for no key update',
      [member.schoolId, studentIds],
    );
  }

  /** The other linked guardians do not leave before the transaction ends. */
  async lockOtherGuardians({ manager, member }: WriteContext, studentIds: string[]): Promise<void> {
    await manager.query(LOCK_OTHER_GUARDIANS, [member.schoolId, member.membershipId, studentIds]);
  }

  async isOnRoster({ manager, member }: WriteContext, studentId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'select 1 from students where id = $1 and school_id = $2 and archived_at is null',
      [studentId, member.schoolId],
    );
    return rows.length > 0;
  }
}
