import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { chunks } from '../../database/chunks.js';
import { addCounts, noCounts, type FeedCounts } from '../../imports/import-report.js';
import type {
  FedOrganization,
  FedRoster,
  KnownOrganization,
  LeaderFeed,
  OrganizationFeedTarget,
  SchoolPeople,
} from './organization-feed.js';
import { OrganizationFeedRepository } from './organization-feed.repository.js';
import { ShortNames } from './short-names.js';

export type { FedLeader, FedOrganization, FedRoster, OrganizationFeedTarget } from './organization-feed.js';

/**
 * The way in for organizations from outside, in sets and inside the caller's transaction, which holds the school's
 * feed lock (`RosterFeedService.lockSchool`). As with the roster, an organization whose digest is the stored one is
 * left as it is. People whom a feed put somewhere it may take away again; those added by hand it never does.
 */
@Injectable()
export class OrganizationFeedService {
  constructor(private readonly feeds: OrganizationFeedRepository) {}

  /** Creates, updates (digest differs), archives and revives organizations by (school, source, source id). */
  async feedOrganizations(
    manager: EntityManager,
    feed: OrganizationFeedTarget & { organizations: FedOrganization[]; now: Date },
  ): Promise<FeedCounts> {
    const known = await this.feeds.known(manager, feed.schoolId);
    const own = known.filter(({ source }) => source === feed.source);
    const named = new Map(own.map(({ sourceId, shortName }) => [sourceId, shortName]));
    const free = new ShortNames(new Set(known.map(({ shortName }) => shortName)));
    const counts = noCounts();
    for (const chunk of chunks(feed.organizations, CHUNK)) {
      const organizations = chunk.map((one) => ({
        ...one,
        shortName: named.get(one.sourceId) ?? free.take(one.shortNameFrom, one.kind),
      }));
      addCounts(counts, await this.feeds.writeOrganizations(manager, { ...feed, organizations }));
    }
    return counts;
  }

  /** Hides organizations from all but admins; their rosters, leaders and content stay. */
  archive(
    manager: EntityManager,
    feed: OrganizationFeedTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    return this.feeds.archive(manager, feed);
  }

  /** By source id. */
  async known(
    manager: EntityManager,
    { schoolId, source }: OrganizationFeedTarget,
  ): Promise<Map<string, KnownOrganization>> {
    const known = await this.feeds.known(manager, schoolId);
    const own = known.filter((organization) => organization.source === source);
    return new Map(own.map((organization) => [organization.sourceId, organization]));
  }

  /** Those of the school whom this source brought. */
  people(manager: EntityManager, feed: OrganizationFeedTarget): Promise<SchoolPeople> {
    return this.feeds.people(manager, feed);
  }

  /** @param feed `untouched`: ids of students who stay where they are, of whom the source said nothing readable */
  async feedStudents(
    manager: EntityManager,
    feed: OrganizationFeedTarget & { rosters: FedRoster<string>[]; untouched: string[]; now: Date },
  ): Promise<FeedCounts> {
    const counts = noCounts();
    for (const rosters of chunks(feed.rosters, CHUNK)) {
      addCounts(counts, await this.feeds.writeStudents(manager, { ...feed, rosters }));
    }
    return counts;
  }

  /** Adds parents to rosters; none is ever taken away. */
  async feedParents(
    manager: EntityManager,
    feed: { schoolId: string; rosters: FedRoster<string>[]; now: Date },
  ): Promise<FeedCounts> {
    const counts = noCounts();
    for (const rosters of chunks(feed.rosters, CHUNK)) {
      addCounts(counts, await this.feeds.addParents(manager, { ...feed, rosters }));
    }
    return counts;
  }

  /** Somebody who leads already keeps their place; those who are new come last, in the order given. */
  async feedLeaders(manager: EntityManager, feed: OrganizationFeedTarget & LeaderFeed): Promise<FeedCounts> {
    const counts = noCounts();
    for (const rosters of chunks(feed.rosters, CHUNK)) {
      addCounts(counts, await this.feeds.writeLeaders(manager, { ...feed, rosters }));
    }
    return counts;
  }
}

const CHUNK = 500;
