import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FeedCounts } from '../../imports/import-report.js';
import type {
  FedLeader,
  FedOrganization,
  FedRoster,
  KnownOrganization,
  LeaderFeed,
  OrganizationFeedTarget,
  SchoolPeople,
} from './organization-feed.js';
import {
  ADD_PARENTS,
  ARCHIVE_ORGANIZATIONS,
  LOCK_ORGANIZATIONS,
  NUMBER_LEADERS,
  WRITE_LEADERS,
  WRITE_ORGANIZATIONS,
  WRITE_STUDENTS,
} from './organization-feed.sql.js';

export interface NamedOrganization extends FedOrganization {
  shortName: string;
}

interface Identified {
  source_id: string;
  id: string;
}

@Injectable()
export class OrganizationFeedRepository {
  /** Of every source. */
  known(manager: EntityManager, schoolId: string): Promise<KnownOrganization[]> {
    return manager.query(
      `select id, source, source_id as "sourceId", short_name as "shortName", archived_at is not null as archived
       from organizations where school_id = $1`,
      [schoolId],
    );
  }

  async people(manager: EntityManager, { schoolId, source }: OrganizationFeedTarget): Promise<SchoolPeople> {
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
    feed: OrganizationFeedTarget & { organizations: NamedOrganization[]; now: Date },
  ): Promise<FeedCounts> {
    const rows = JSON.stringify(feed.organizations.map(organizationRow));
    const params = [rows, feed.schoolId, feed.source, feed.now];
    const [counts] = await manager.query<FeedCounts[]>(WRITE_ORGANIZATIONS, params);
    return counts!;
  }

  async archive(
    manager: EntityManager,
    feed: OrganizationFeedTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    const params = [feed.sourceIds, feed.schoolId, feed.source, feed.now];
    const [archived] = await manager.query<{ n: number }[]>(ARCHIVE_ORGANIZATIONS, params);
    return archived!.n;
  }

  async writeStudents(
    manager: EntityManager,
    feed: OrganizationFeedTarget & { rosters: FedRoster<string>[]; untouched: string[]; now: Date },
  ): Promise<FeedCounts> {
    const rows = feed.rosters.map((roster) => ({ ...rosterRow(roster), present: roster.present }));
    const params = [JSON.stringify(rows), feed.schoolId, feed.source, feed.untouched, feed.now];
    const [counts] = await manager.query<FeedCounts[]>(WRITE_STUDENTS, params);
    return counts!;
  }

  async addParents(
    manager: EntityManager,
    feed: { schoolId: string; rosters: FedRoster<string>[]; now: Date },
  ): Promise<FeedCounts> {
    const rows = feed.rosters.map((roster) => ({ ...rosterRow(roster), present: roster.present }));
    const [counts] = await manager.query<FeedCounts[]>(ADD_PARENTS, [
      JSON.stringify(rows),
      feed.schoolId,
      feed.now,
    ]);
    return counts!;
  }

  async writeLeaders(manager: EntityManager, feed: OrganizationFeedTarget & LeaderFeed): Promise<FeedCounts> {
    const rows = JSON.stringify(
      feed.rosters.map((roster) => ({ ...rosterRow(roster), present: roster.present.map(leaderRow) })),
    );
    const organizations = feed.rosters.map(({ organizationId }) => organizationId);
    await manager.query(LOCK_ORGANIZATIONS, [organizations]);
    const params = [rows, feed.schoolId, feed.source, feed.untouched, feed.retitles];
    const [counts] = await manager.query<FeedCounts[]>(WRITE_LEADERS, params);
    await manager.query(NUMBER_LEADERS, [organizations]);
    return counts!;
  }
}

function organizationRow(organization: NamedOrganization): object {
  const { sourceId, digest, kind, name, shortName, archived } = organization;
  const optional = {
    category: organization.category,
    season: organization.season,
    description: organization.description,
    website: organization.website,
    meeting_info: organization.meetingInfo,
  };
  const given = Object.entries(optional).map(([column, value]) => [`${column}_given`, value !== undefined]);
  const flags = Object.fromEntries(given) as Record<string, boolean>;
  return { source_id: sourceId, digest, kind, name, short_name: shortName, archived, ...optional, ...flags };
}

const rosterRow = ({ organizationId, leaving }: FedRoster<unknown>): object => ({
  organization_id: organizationId,
  leaving: leaving === 'others' ? [] : leaving,
  others: leaving === 'others',
});

const leaderRow = (leader: FedLeader, at: number): object => ({
  rank: at + 1,
  staff_member_id: leader.staffMemberId,
  membership_id: leader.membershipId,
  student_id: leader.studentId,
  title: leader.title,
});
