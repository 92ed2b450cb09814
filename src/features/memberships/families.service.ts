import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { recordRosterChanges } from '../../platform/journal/roster-changes.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import {
  type Arrival,
  type ListedGuardian,
  type Readdressed,
  type UnlinkWhom,
} from '../directory/guardians/guardian-links.service.js';
import { FamilyRecordsService } from '../directory/families/family-records.service.js';
import {
  RestrictedGuardianError,
  UnknownGuardianError,
  UnknownStudentError,
} from '../directory/guardians/guardian-relation.js';
import {
  holdOffImports,
  lockImportsOfSchool,
} from '../../platform/import-history/import-locks.repository.js';
import type { ReaddressedGuardian, UnmailedGuardian } from '../directory/roster/roster.importer.js';
import { MembershipsService, type SettledMember, type WaitingMember } from './memberships.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

export type { Arrival, Readdressed } from '../directory/guardians/guardian-links.service.js';

/** A warning of an import about families, in the words of a person who keeps the school's records. */
export interface FamilyWarning {
  /** Source id of the student whom it is about; null where it is about a member. */
  about: string | null;
  code: string;
  value: string;
  message: string;
}

/** A student who came, with counts of what members of the former school wrote about the record there, where it stays. */
export interface ArrivalWithWritings extends Arrival {
  notes: number;
  stars: number;
  /** Entries on lists. */
  entries: number;
}

export interface FamilyChanges {
  readdressed: ReaddressedGuardian[];
  unmailed: UnmailedGuardian[];
  /** Source ids of students who had a postal address and have none now. */
  unaddressed: string[];
  settled: SettledMember[];
  waiting: WaitingMember[];
  arrivals: ArrivalWithWritings[];
}

export const familyWarnings = ({
  readdressed = [],
  unmailed = [],
  unaddressed = [],
  settled = [],
  waiting = [],
  arrivals = [],
}: Partial<FamilyChanges>): FamilyWarning[] => [
  ...readdressed.filter(({ membershipId }) => membershipId !== null).map(relinked),
  ...unmailed.map(withoutEmail),
  ...unaddressed.map(withoutAddress),
  ...arrivals.map(moved),
  ...settled.filter(({ outcome }) => outcome === 'ended' || outcome === 'returned').map(settledAs),
  ...waiting.map(waitingMember),
];

const domainOf = (email: string | null): string => email?.split('@').at(-1) ?? 'none';

function relinked({ student, email, before }: ReaddressedGuardian): FamilyWarning {
  const message = `A guardian of this student has another address at the school now (before at ${domainOf(before)}, now at ${domainOf(email)}): the account with the old address no longer sees the student. Whoever registers with the new one gets the same record.`;
  return { about: student, code: 'guardian_relinked', value: student, message };
}

function withoutEmail({ student, before }: UnmailedGuardian): FamilyWarning {
  const message = `A guardian of this student had an email address at the school (at ${domainOf(before)}) and has none now. Who has registered stays; anybody else can register only when it is back.`;
  return { about: student, code: 'guardian_email_gone', value: student, message };
}

function withoutAddress(student: string): FamilyWarning {
  const message = 'The student had a postal address at the school and has none now.';
  return { about: student, code: 'student_address_gone', value: student, message };
}

function moved({ sourceId, fromName, notes, stars, entries }: ArrivalWithWritings): FamilyWarning {
  const stay = `${notes} private notes, ${stars} stars and ${entries} entries on lists that members wrote there stay with the old record.`;
  const message = `The student came from ${fromName}, and the guardians with them: accounts, and what they have hidden. ${stay}`;
  return { about: sourceId, code: 'student_moved', value: sourceId, message };
}

function settledAs({ name, id, outcome }: SettledMember): FamilyWarning {
  const [code, message] =
    outcome === 'ended'
      ? [
          'membership_ended',
          'This member has no student here any more: the membership is deactivated. A student who comes back makes it active again.',
        ]
      : ['membership_returned', 'A student of this member is here again: the membership is active again.'];
  return { about: null, code, value: name || id, message };
}

function waitingMember({ name, id, endsOn }: WaitingMember): FamilyWarning {
  const message = `This member has no student here any more: the membership ends on ${endsOn}, unless a student comes back.`;
  return { about: null, code: 'member_without_students', value: name || id, message };
}

interface SourceSchool {
  schoolId: string;
  source: string;
}

/** Decides about accounts and memberships when families change (contract section 16). */
@Injectable()
export class FamiliesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: FamilyRecordsService,
    private readonly memberships: MembershipsService,
    private readonly clock: Clock,
  ) {}

  /** The students among these who come from another school of the source. */
  arrivals(manager: EntityManager, school: SourceSchool, sourceIds: string[]): Promise<Arrival[]> {
    return this.records.arrivals(manager, school, sourceIds);
  }

  /** Brings along who was linked to them and what was hidden, once the source's guardians are on file here. */
  async transferFamilies(
    manager: EntityManager,
    school: SourceSchool,
    arrivals: Arrival[],
  ): Promise<ReaddressedGuardian[]> {
    if (arrivals.length === 0) return [];
    const now = this.clock.now();
    for (const account of await this.records.accountsOf(manager, school, arrivals)) {
      const membership = {
        ...account,
        schoolId: school.schoolId,
        role: 'parent' as const,
        profileVisibility: null,
      };
      await this.memberships.joinOrGet(manager, { ...membership, joinedAt: now });
    }
    return this.records.transferRecords(manager, { ...school, now }, arrivals);
  }

  /** @see MembershipsService.settleFamilies */
  settle(manager: EntityManager, schoolId: string, atOnce: string[]): Promise<SettledMember[]> {
    return this.memberships.settleFamilies(manager, schoolId, { atOnce });
  }

  /** Parents without students who are members for a while still. */
  waiting(manager: EntityManager, schoolId: string): Promise<WaitingMember[]> {
    return this.memberships.waiting(manager, schoolId);
  }

  /**
   * Ends the links of former accounts to these people at the schools that their students have left, each in a transaction of
   * its own.
   */
  async endStaleLinks(source: string, people: Readdressed[]): Promise<void> {
    if (people.length === 0) return;
    const schools = await this.transactions.run((manager) =>
      this.records.schoolsWithStaleLinks(manager, source, people),
    );
    for (const { id: schoolId } of schools) {
      await this.transactions.run(async (manager) => {
        await lockImportsOfSchool(manager, schoolId);
        const atOnce = await this.records.endStaleLinks(manager, { schoolId, source }, people);
        await this.settle(manager, schoolId, atOnce);
      });
    }
  }

  /**
   * Ends the tie of a person to a student for good: at every school of the student's source, in every record that is theirs.
   * @returns how many records of guardians went
   * @throws UnknownStudentError
   * @throws UnknownGuardianError
   * @throws RestrictedGuardianError
   */
  unlink(schoolId: string, student: string, whom: UnlinkWhom): Promise<number> {
    const normalized = 'email' in whom ? { email: normalizeEmail(whom.email) } : whom;
    return this.transactions.run((manager) => this.unlinkIn(manager, { schoolId, student }, normalized));
  }

  private async unlinkIn(
    manager: EntityManager,
    { schoolId, student }: { schoolId: string; student: string },
    whom: UnlinkWhom,
  ): Promise<number> {
    const copies = await this.records.copiesOf(manager, schoolId, student);
    if (copies.length === 0) throw new UnknownStudentError(student);
    const schoolIds = [...new Set(copies.map((copy) => copy.schoolId))];
    auditSchools(schoolIds);
    await holdOffImports(manager, schoolIds);
    if (await this.records.isRestricted(manager, copies, whom)) throw new RestrictedGuardianError();
    const { records, memberships } = await this.records.unlink(manager, copies, whom);
    if (records === 0) throw new UnknownGuardianError();
    for (const copy of copies)
      record({ manager, schoolId: copy.schoolId }, { kind: 'student.changed', id: copy.id });
    for (const [id, atOnce] of memberships) {
      for (const membershipId of atOnce)
        record({ manager, schoolId: id }, { kind: 'member.changed', id: membershipId });
      await this.settle(manager, id, atOnce);
    }
    return records;
  }

  listGuardians(schoolId: string, student: string | null): Promise<ListedGuardian[]> {
    return this.records.list(schoolId, student);
  }

  /**
   * Takes the graduates off the roster: whose graduation year has ended, with July, before this day, or before today at the school.
   * @returns how many
   */
  archiveGraduated(schoolId: string, before: Date | null = null): Promise<number> {
    return this.transactions.run(async (manager) => {
      await lockImportsOfSchool(manager, schoolId);
      const archived = await this.records.archiveGraduated(manager, schoolId, before, this.clock.now());
      const changes = archived.map((id) => ({
        ...{ kind: 'student.changed' as const, id, ids: { left: [id] } },
      }));
      recordRosterChanges({ manager, schoolId }, changes);
      await this.settle(manager, schoolId, []);
      return archived.length;
    });
  }
}
