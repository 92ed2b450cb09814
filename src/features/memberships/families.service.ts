import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import {
  type Arrival,
  FamilyRecordsService,
  type ListedGuardian,
  type Readdressed,
  type UnlinkWhom,
} from '../directory/guardian-links.service.js';
import { UnknownStudentError } from '../directory/guardian-relation.js';
import { RosterImporter } from '../directory/roster.importer.js';
import { MembershipsService, type SettledMember } from './memberships.service.js';

export type { Arrival, Readdressed } from '../directory/guardian-links.service.js';

export class UnknownGuardianError extends CommandRefusedError {
  constructor() {
    super('This student has no such guardian: "guardian list" says who is on file.');
  }
}

interface FedSchool {
  schoolId: string;
  source: string;
}

/** What becomes of accounts and memberships when families change (contract section 16). */
@Injectable()
export class FamiliesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: FamilyRecordsService,
    private readonly memberships: MembershipsService,
    private readonly roster: RosterImporter,
    private readonly clock: Clock,
  ) {}

  /** Of these students of the source, who comes from another of its schools. */
  arrivals(manager: EntityManager, school: FedSchool, sourceIds: string[]): Promise<Arrival[]> {
    return this.records.arrivals(manager, school, sourceIds);
  }

  /** Brings along who was linked to them and what was hidden, once the source's guardians are on file here. */
  async bringAlong(manager: EntityManager, school: FedSchool, arrivals: Arrival[]): Promise<void> {
    if (arrivals.length === 0) return;
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
    await this.records.bringAlong(manager, { ...school, now }, arrivals);
  }

  /** @see MembershipsService.settleFamilies */
  settle(manager: EntityManager, schoolId: string, atOnce: string[]): Promise<SettledMember[]> {
    return this.memberships.settleFamilies(manager, schoolId, { atOnce });
  }

  /**
   * Ends the links of former accounts to these people at the schools that their students have left, each in a transaction of
   * its own.
   */
  async endStaleLinks(source: string, people: Readdressed[]): Promise<void> {
    if (people.length === 0) return;
    const schools = await this.dataSource.transaction((manager) =>
      this.records.schoolsWithStaleLinks(manager, source, people),
    );
    for (const { id: schoolId } of schools) {
      await this.dataSource.transaction(async (manager) => {
        await this.roster.lockSchool(manager, schoolId);
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
   */
  unlink(schoolId: string, student: string, whom: UnlinkWhom): Promise<number> {
    const asked = 'email' in whom ? { email: normalizeEmail(whom.email) } : whom;
    return this.dataSource.transaction(async (manager) => {
      const copies = await this.records.copiesOf(manager, schoolId, student);
      if (copies.length === 0) throw new UnknownStudentError(student);
      const schoolIds = [...new Set(copies.map((copy) => copy.schoolId))];
      await this.roster.lockForImport(manager, schoolIds);
      const { records, memberships } = await this.records.unlink(manager, copies, asked);
      if (records === 0) throw new UnknownGuardianError();
      for (const [id, atOnce] of memberships) await this.settle(manager, id, atOnce);
      return records;
    });
  }

  listGuardians(schoolId: string, student: string | null): Promise<ListedGuardian[]> {
    return this.records.list(schoolId, student);
  }

  /**
   * Takes the graduates off the roster: whose graduation year has ended, with July, before this day.
   * @returns how many
   */
  archiveGraduated(schoolId: string, before: Date = this.clock.now()): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      await this.roster.lockSchool(manager, schoolId);
      const archived = await this.records.archiveGraduated(manager, schoolId, before, this.clock.now());
      await this.settle(manager, schoolId, []);
      return archived;
    });
  }
}
