import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditItem, inOperation } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { NotRestrictedError } from '../directory/guardians/guardian-relation.js';
import {
  GuardianRestrictions,
  type RestrictedMembers,
  type RecordOfStudent,
  type RestrictionTerms,
} from '../directory/guardians/guardian-restrictions.service.js';
import { lockImportsOfSchool } from '../../platform/import-history/import-locks.repository.js';
import { MemberHoldings } from './member-holdings.service.js';

/** A guardian record, as an operator names it. */
export interface GuardianOfStudent {
  schoolId: string;
  /** Source id of the student. */
  student: string;
  guardianId: string;
}

/** What an import says of a guardian: an end and a reason that it does not give stay as they are. */
export interface RestrictionOrder extends RestrictionTerms {
  guardianId: string;
  restricted: boolean;
}

/** What an order has changed. `members` have still to lose what they hold: see `endHoldings`. */
export interface CarriedOut {
  restricted: boolean;
  lifted: boolean;
  members: RestrictedMembers[];
}

/** What a report of an import says of an order: without a name. */
export const restrictionWarnings = ({
  restricted,
  lifted,
}: CarriedOut): { code: string; message: string }[] => [
  ...(restricted ? [{ code: 'guardian_restricted', message: RESTRICTED }] : []),
  ...(lifted ? [{ code: 'guardian_unrestricted', message: UNRESTRICTED }] : []),
];

const RESTRICTED =
  'A guardian of this student is kept apart from them, as the import says. "guardian list" shows who, and until when.';
const UNRESTRICTED =
  'A guardian of this student was kept apart from them and is no longer, as the import says.';

/** Keeps guardians and students apart, and ends that (contract section 21). */
@Injectable()
export class RestrictionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly guardians: GuardianRestrictions,
    private readonly holdings: MemberHoldings,
    private readonly clock: Clock,
  ) {}

  /**
   * In all records of the person for the student. Whom it is restricted for already has the new terms from now on.
   * @returns short names of other schools that have the person for the student, without a restriction
   * @throws UnknownStudentError
   * @throws UnknownGuardianError
   * @throws RestrictionOverError
   */
  async restrict(
    { schoolId, student, guardianId }: GuardianOfStudent,
    { until, reason, timeZone }: { until: string | null; reason: string; timeZone: string },
  ): Promise<string[]> {
    this.guardians.assertAhead(until, timeZone);
    const studentId = await this.transactions.run(async (manager) => {
      await lockImportsOfSchool(manager, schoolId);
      const records = await this.guardians.getRecords(manager, schoolId, { student, guardianId });
      auditItem('guardian', guardianId);
      const members = await this.guardians.restrict(manager, schoolId, records, { until, reason });
      if (members) await this.endHoldings(manager, schoolId, [members]);
      return records[0]!.studentId;
    });
    return this.guardians.findUnrestrictedElsewhere(schoolId, studentId, guardianId);
  }

  /**
   * @throws UnknownStudentError
   * @throws UnknownGuardianError
   * @throws NotRestrictedError
   */
  async lift({ schoolId, student, guardianId }: GuardianOfStudent): Promise<void> {
    await this.transactions.run(async (manager) => {
      await lockImportsOfSchool(manager, schoolId);
      await this.guardians.getRecords(manager, schoolId, { student, guardianId });
      auditItem('guardian', guardianId);
      if (!(await this.guardians.lift(manager, schoolId, guardianId))) throw new NotRestrictedError();
    });
  }

  /**
   * Carries out what an import says of a guardian, in its transaction. Memberships are locked by it and sign-ups are not:
   * `endHoldings` comes after the last membership.
   */
  async carryOut(
    manager: EntityManager,
    schoolId: string,
    { guardianId, restricted, ...terms }: RestrictionOrder,
  ): Promise<CarriedOut> {
    if (!restricted)
      return {
        ...{ restricted: false, members: [] },
        lifted: await this.guardians.lift(manager, schoolId, guardianId),
      };
    const records = await this.guardians.findRecords(manager, schoolId, guardianId);
    const members = await this.guardians.restrict(manager, schoolId, records, terms);
    return { restricted: members !== null, lifted: false, members: members ? [members] : [] };
  }

  /** Ends what these members hold for the students: claims, answers, notifications. */
  async endHoldings(manager: EntityManager, schoolId: string, members: RestrictedMembers[]): Promise<void> {
    const pairs = members.flatMap(({ studentId, membershipIds }) =>
      membershipIds.map((membershipId) => ({ membershipId, studentId })),
    );
    await this.holdings.endHoldings(manager, { schoolId, pairs });
  }

  /** Does what hangs on restrictions that an undo has put back, or taken back. */
  async follow(
    manager: EntityManager,
    schoolId: string,
    { restricted, lifted }: Record<'restricted' | 'lifted', RecordOfStudent[]>,
  ): Promise<void> {
    const members: RestrictedMembers[] = [];
    for (const [studentId, records] of Map.groupBy(restricted, (one) => one.studentId)) {
      const ids = records.map(({ id }) => id);
      members.push(await this.guardians.recordRestriction(manager, schoolId, studentId, ids));
    }
    if (lifted.length > 0) await this.guardians.linkAgain(manager, schoolId, lifted);
    await this.endHoldings(manager, schoolId, members);
  }

  /** Ends restrictions whose last day at the school is over, school by school; until it has, they hold. */
  async liftEnded(schoolIds: string[], signal?: AbortSignal): Promise<void> {
    for (const schoolId of schoolIds) {
      if (signal?.aborted) return;
      const ended = await this.transactions.run((manager) => this.guardians.findEnded(manager, schoolId));
      for (const id of ended) await byTheClock(this.clock, schoolId, () => this.liftIfEnded(schoolId, id));
    }
  }

  /** Another process, or a new last day, may have come first. */
  private async liftIfEnded(schoolId: string, guardianId: string): Promise<void> {
    await this.transactions.run(async (manager) => {
      await lockImportsOfSchool(manager, schoolId);
      if (!(await this.guardians.findEnded(manager, schoolId)).includes(guardianId)) return;
      auditItem('guardian', guardianId);
      await this.guardians.lift(manager, schoolId, guardianId);
    });
  }
}

/** Nobody gives the command when a last day is over. */
const byTheClock = (clock: Clock, schoolId: string, work: () => Promise<void>): Promise<void> =>
  inOperation(
    {
      name: 'guardian unrestrict',
      actor: { kind: 'operator', id: null, operator: 'the clock', reason: 'The last day is over.' },
      ...{ source: '', now: () => clock.now(), schoolIds: [schoolId], item: null, entries: 0, over: false },
    },
    work,
  );
