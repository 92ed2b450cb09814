import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../../../database/prepared-statement.js';
import type { FoundFeed } from '../../../ics/subscribed-feed.js';
import { FEED, FEED_STANDING } from './feed.sql.js';

/** What can be said of a feed without what is in it. */
export interface FeedStanding extends Omit<FoundFeed, 'digest' | 'content'> {
  /** Of the calendar of the school, a whole number. */
  revision: string;
}

export interface FoundCalendarFeed extends FoundFeed, FeedStanding {
  /** From when on something may be shown or hidden without a change; null: never. UTC. */
  next_moment: Date | null;
}

@Injectable()
export class FeedRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the address leads nowhere, or no longer. */
  async findStanding(token: string): Promise<FeedStanding | null> {
    const [row] = await queryPrepared<FeedStanding>(this.dataSource, FEED_STANDING, [token]);
    return row ?? null;
  }

  /** Null when the address leads nowhere, or no longer; the content is JSON of FeedContent. */
  async find(token: string, now: Date, content: 'content' | 'digest'): Promise<FoundCalendarFeed | null> {
    const parameters = [token, now, content === 'content'];
    const [row] = await queryPrepared<FoundCalendarFeed>(this.dataSource, FEED, parameters);
    return row ?? null;
  }
}
