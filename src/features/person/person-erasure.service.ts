import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditItem, auditSchools } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { isLockTimeout } from '../../platform/errors/postgres-errors.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { holdOffAllImports } from '../../platform/import-history/import-locks.repository.js';
import { MemberRemovalService } from '../memberships/member-removal.service.js';
import { RETAINED } from './erased.sql.js';
import { type LockedMembership, PersonErasureRepository, type Traces } from './person-erasure.repository.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

export class NeededSeniorAdminError extends CommandRefusedError {
  /** @param schools short names */
  constructor(schools: string[]) {
    super(
      `sole_senior_admin: nobody else is senior admin of ${schools.join(', ')}. ` +
        'Make somebody one first: membership add --role senior_admin.',
    );
  }
}

export class PersonBusyError extends CommandRefusedError {
  constructor() {
    super('The person is doing something just now. Nothing was erased: try again.');
  }
}

/** Rows by their table; empty when nothing is held. */
export interface Erasure {
  erased: Record<string, number>;
  kept: Record<string, { rows: number; reason: string }>;
}

/** Milliseconds: well below the second after which PostgreSQL would end one of two that wait for each other. */
const MAX_WAIT_MS = 250;
const PAUSE = 100;
const ATTEMPTS = 40;

@Injectable()
export class PersonErasureService {
  constructor(
    private readonly transactions: Transactions,
    private readonly people: PersonErasureRepository,
    private readonly removal: MemberRemovalService,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists what would be erased with the person who has this email, and what would stay. Changes nothing.
   * @throws NeededSeniorAdminError
   * @throws PersonBusyError
   */
  preview(email: string): Promise<Erasure> {
    return this.steppingBack(async (manager) => (await this.find(manager, email)).erasure);
  }

  /**
   * Ids of what is held on whoever has this email. Changes nothing.
   * @throws NeededSeniorAdminError
   * @throws PersonBusyError
   */
  idsOf(email: string): Promise<string[]> {
    return this.steppingBack(async (manager) => {
      const { traces } = await this.find(manager, email);
      return this.people.idsOf(manager, traces);
    });
  }

  /** Records of guardians that have neither an account nor an address. @returns how many went */
  eraseGuardians(ids: string[]): Promise<number> {
    return this.steppingBack(async (manager) => {
      await holdOffAllImports(manager);
      await this.people.waitAtMost(manager, MAX_WAIT_MS);
      const found = await this.people.lockGuardians(manager, ids);
      const guardianIds = found.map(({ id }) => id);
      const schoolIds = [...new Set(found.map(({ schoolId }) => schoolId))];
      await this.people.removeRest(manager, {
        userId: null,
        emails: [],
        membershipIds: [],
        guardianIds,
        schoolIds,
      });
      auditSchools(schoolIds);
      recordErasure(manager, schoolIds);
      return found.length;
    });
  }

  /**
   * Removes it in one transaction, once and for all; doing it twice changes nothing.
   * @throws NeededSeniorAdminError
   * @throws PersonBusyError
   */
  erase(email: string): Promise<Erasure> {
    return this.steppingBack(async (manager) => {
      const { traces, memberships, erasure } = await this.find(manager, email);
      await this.people.forgetStudentContact(manager, traces, this.clock.now());
      await this.people.forgetComments(manager, traces);
      auditSchools(traces.schoolIds);
      if (traces.userId) auditItem('user', traces.userId);
      for (const { membershipId, schoolId } of memberships)
        await this.removal.remove(manager, { membershipId, schoolId, userId: traces.userId! });
      await this.people.removeRest(manager, traces);
      recordErasure(manager, traces.schoolIds);
      return erasure;
    });
  }

  /**
   * It touches more than any request does and fits into the order of none: so it gives way to whoever is in the middle
   * of something, and starts again.
   */
  private async steppingBack<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return await this.transactions.run(work);
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        await delay(PAUSE);
      }
    }
    throw new PersonBusyError();
  }

  /** No import runs anywhere meanwhile: it could bring a record that is not seen here. */
  private async find(manager: EntityManager, given: string) {
    await holdOffAllImports(manager);
    await this.people.waitAtMost(manager, MAX_WAIT_MS);
    const { userId, emails } = await this.people.lockAccount(manager, normalizeEmail(given));
    const locked = await this.people.lockMemberships(manager, userId);
    assertDispensable(locked);
    const memberships = locked.filter(({ own }) => own);
    const guardians = await this.people.findGuardians(manager, emails, memberships);
    const traces: Traces = {
      userId,
      emails,
      membershipIds: memberships.map(({ membershipId }) => membershipId),
      guardianIds: guardians.map(({ id }) => id),
      schoolIds: [...memberships, ...guardians].map(({ schoolId }) => schoolId),
    };
    return { traces, memberships, erasure: await this.countedOf(manager, traces) };
  }

  private async countedOf(manager: EntityManager, traces: Traces): Promise<Erasure> {
    const { erased, kept } = await this.people.countRows(manager, traces);
    const reasoned = some(kept).map(([table, rows]) => [table, { rows, reason: RETAINED[table]!.reason }]);
    return {
      erased: Object.fromEntries(some(erased)),
      kept: Object.fromEntries(reasoned) as Erasure['kept'],
    };
  }
}

/** Records of students, guardians and staff: whatever showed the person is read again. */
function recordErasure(manager: EntityManager, schoolIds: string[]): void {
  for (const schoolId of new Set(schoolIds))
    record({ manager, schoolId }, { kind: 'roster.changed', id: schoolId });
}

const some = (counts: Record<string, number>) => Object.entries(counts).filter(([, rows]) => rows > 0);

function assertDispensable(locked: LockedMembership[]): void {
  const seniorAdmins = locked.filter(({ role, active }) => role === 'senior_admin' && active);
  const needed = seniorAdmins.filter(
    (one) => one.own && !seniorAdmins.some(({ schoolId, own }) => !own && schoolId === one.schoolId),
  );
  if (needed.length > 0) throw new NeededSeniorAdminError(needed.map(({ schoolName }) => schoolName));
}
