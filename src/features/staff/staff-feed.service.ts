import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { chunks } from '../../database/chunks.js';
import { addCounts, noCounts, type FeedCounts } from '../../imports/import-report.js';
import type { FedStaff, StaffFeedTarget } from './staff-feed.js';
import { StaffFeedRepository } from './staff-feed.repository.js';

export type { FedStaff, StaffFeedTarget } from './staff-feed.js';

/**
 * The way in for a staff directory from outside, in sets and inside the caller's transaction. It writes
 * entries of the directory only: never a membership, never a right. As with the roster, an entry whose digest
 * is the stored one is left as it is.
 */
@Injectable()
export class StaffFeedService {
  constructor(private readonly feeds: StaffFeedRepository) {}

  /** Creates, updates (digest differs) and revives entries by (school, source, source id). */
  async feedStaff(
    manager: EntityManager,
    feed: StaffFeedTarget & { staff: Iterable<FedStaff> },
  ): Promise<FeedCounts> {
    const counts = noCounts();
    for (const staff of chunks(feed.staff, CHUNK)) {
      addCounts(counts, await this.feeds.writeStaff(manager, { ...feed, staff }));
    }
    return counts;
  }

  archiveStaff(
    manager: EntityManager,
    feed: StaffFeedTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    return this.feeds.archiveStaff(manager, feed);
  }

  activeSourceIds(manager: EntityManager, feed: StaffFeedTarget): Promise<string[]> {
    return this.feeds.activeSourceIds(manager, feed);
  }
}

const CHUNK = 500;
