import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FoundFeed } from './subscribed-feed.js';

/** The tables whose rows have feeds. */
export type SubscriptionTable = 'calendar_subscriptions' | 'menu_subscriptions';

const noteIn = (table: SubscriptionTable): string => `
  update ${table} set feed_digest = $2, feed_changed_at = case when feed_digest = $2 then feed_changed_at
    else greatest(date_trunc('second', $3::timestamptz), feed_changed_at + interval '1 second') end
  where id = $1 returning feed_changed_at`;

/** Since when feeds are what they are, whichever process was the first to see it. */
@Injectable()
export class FeedChangesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Another content is seen.
   * @returns since when, later than anything that was told before; whole seconds
   */
  async note(table: SubscriptionTable, { id, digest }: FoundFeed, now: Date): Promise<Date> {
    const [[row]] = await this.dataSource.query<[[{ feed_changed_at: Date } | undefined], number]>(
      noteIn(table),
      [id, digest, now],
    );
    return row?.feed_changed_at ?? now;
  }
}
