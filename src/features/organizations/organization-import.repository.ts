import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordOf } from '../../platform/database/row-columns.js';
import type { RowCounts } from '../../platform/import-report.js';
import { ORGANIZATION_COLUMNS } from './organization.columns.js';
import type {
  ImportedLeader,
  ImportedOrganization,
  ImportedRoster,
  KnownOrganization,
  LeaderImport,
  OrganizationImportTarget,
  SchoolPeople,
} from './organization-import.js';
import {
  ADD_PARENTS,
  ARCHIVE_ORGANIZATIONS,
  LOCK_ORGANIZATIONS,
  NUMBER_LEADERS,
  WRITE_LEADERS,
  WRITE_ORGANIZATIONS,
  WRITE_STUDENTS,
} from './organization-import.sql.js';

export interface NamedOrganization extends ImportedOrganization {
  shortName: string;
}

interface Identified {
  source_id: string;
  id: string;
}

@Injectable()
export class OrganizationImportRepository {
  /** Organizations of every source. */
  findOrganizations(manager: EntityManager, schoolId: string): Promise<KnownOrganization[]> {
    return manager.query(
      `select id, source, source_id as "sourceId", short_name as "shortName", archived_at is not null as archived
       from organizations where school_id = $1`,
      [schoolId],
    );
  }

  async people(
    manager: EntityManager,
    { schoolId, source }: OrganizationImportTarget,
  ): Promise<SchoolPeople> {
    const idsOf = async (table: 'students' | 'staff_members'): Promise<Map<string, string>> => {
      const rows = await manager.query<Identified[]>(
        `select source_id, id from ${table} where school_id = $1 and source = $2 and archived_at is null`,
        [schoolId, source],
      );
      return new Map(rows.map(({ source_id, id }) => [source_id, id]));
    };
    return { students: await idsOf('students'), staff: await idsOf('staff_members') };
  }

  async writeOrganizations(
    manager: EntityManager,
    target: OrganizationImportTarget & { organizations: NamedOrganization[]; now: Date },
  ): Promise<RowCounts> {
    const rows = JSON.stringify(target.organizations.map(organizationRow));
    const params = [rows, target.schoolId, target.source, target.now];
    const [counts] = await manager.query<RowCounts[]>(WRITE_ORGANIZATIONS, params);
    return counts!;
  }

  async archive(
    manager: EntityManager,
    target: OrganizationImportTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    const params = [target.sourceIds, target.schoolId, target.source, target.now];
    const [archived] = await manager.query<{ n: number }[]>(ARCHIVE_ORGANIZATIONS, params);
    return archived!.n;
  }

  async writeStudents(
    manager: EntityManager,
    target: OrganizationImportTarget & { rosters: ImportedRoster<string>[]; untouched: string[]; now: Date },
  ): Promise<RowCounts> {
    const rows = target.rosters.map((roster) => ({ ...rosterRow(roster), present: roster.present }));
    const params = [JSON.stringify(rows), target.schoolId, target.source, target.untouched, target.now];
    const [counts] = await manager.query<RowCounts[]>(WRITE_STUDENTS, params);
    return counts!;
  }

  async addParents(
    manager: EntityManager,
    target: { schoolId: string; rosters: ImportedRoster<string>[]; now: Date },
  ): Promise<RowCounts> {
    const rows = target.rosters.map((roster) => ({ ...rosterRow(roster), present: roster.present }));
    const [counts] = await manager.query<RowCounts[]>(ADD_PARENTS, [
      JSON.stringify(rows),
      target.schoolId,
      target.now,
    ]);
    return counts!;
  }

  async writeLeaders(
    manager: EntityManager,
    target: OrganizationImportTarget & LeaderImport,
  ): Promise<RowCounts> {
    const rows = JSON.stringify(
      target.rosters.map((roster) => ({ ...rosterRow(roster), present: roster.present.map(leaderRow) })),
    );
    const organizations = target.rosters.map(({ organizationId }) => organizationId);
    await manager.query(LOCK_ORGANIZATIONS, [target.schoolId, organizations]);
    const params = [rows, target.schoolId, target.source, target.untouched, target.retitles];
    const [counts] = await manager.query<RowCounts[]>(WRITE_LEADERS, params);
    await manager.query(NUMBER_LEADERS, [target.schoolId, organizations]);
    return counts!;
  }
}

const organizationRow = (organization: NamedOrganization): object => ({
  ...recordOf(ORGANIZATION_COLUMNS, organization),
  archived: organization.archived,
});

const rosterRow = ({ organizationId, leaving }: ImportedRoster<unknown>): object => ({
  organization_id: organizationId,
  leaving: leaving === 'others' ? [] : leaving,
  others: leaving === 'others',
});

const leaderRow = (leader: ImportedLeader, at: number): object => ({
  rank: at + 1,
  staff_member_id: leader.staffMemberId,
  membership_id: leader.membershipId,
  student_id: leader.studentId,
  title: leader.title,
});
