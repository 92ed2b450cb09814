import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FeatureFlags } from '../../../access/school-feature.js';
import { queryPrepared } from '../../../database/prepared-statement.js';
import { FEED } from './feed.sql.js';

export interface FoundFeed {
  /** Of the subscription. */
  id: string;
  features: Partial<FeatureFlags>;
  /** Of everything that the feed is written from, now. */
  digest: string;
  /** JSON of FeedContent, where it was asked for. */
  content: string | null;
  /** What it was when it was last looked at, and since when. */
  feed_digest: string | null;
  feed_changed_at: Date | null;
}

@Injectable()
export class FeedRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the address leads nowhere, or no longer. */
  async find(token: string, now: Date, content: 'content' | 'digest'): Promise<FoundFeed | null> {
    const parameters = [token, now, content === 'content'];
    const [row] = await queryPrepared<FoundFeed>(this.dataSource, FEED, parameters);
    return row ?? null;
  }

  /**
   * Another content is seen, by whichever process.
   * @returns since when, later than anything that was told before; whole seconds
   */
  async noteChange({ id, digest }: FoundFeed, now: Date): Promise<Date> {
    const [[row]] = await this.dataSource.query<[[{ feed_changed_at: Date } | undefined], number]>(
      `update calendar_subscriptions set feed_digest = $2, feed_changed_at = case when feed_digest = $2
          then feed_changed_at else greatest(date_trunc('second', $3::timestamptz), feed_changed_at + interval '1 second') end
       where id = $1 returning feed_changed_at`,
      [id, digest, now],
    );
    return row?.feed_changed_at ?? now;
  }
}
