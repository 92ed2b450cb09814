import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../../../platform/text/uuid.js';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';
import type { FoundFeed } from '../../subscriptions/subscribed-feed.js';
import { isOrganizationVisible } from '../../../policy/organization-access.js';
import { FEED, FEED_STATE, MAILED_CONTENT } from './feed.sql.js';
import type { MailedContent } from './mailed-calendar.js';

/** The state of a feed without its contents. */
export interface FeedState extends Omit<FoundFeed, 'digest' | 'content'> {
  /** Revision of the school's calendar, a whole number. */
  revision: string;
}

export interface FoundCalendarFeed extends FoundFeed, FeedState {
  /** From when on something may be shown or hidden without a change; null: never. UTC. */
  next_moment: Date | null;
}

@Injectable()
export class FeedRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the address leads nowhere, or no longer. */
  async findFeedState(token: string, now: Date): Promise<FeedState | null> {
    const [row] = await queryPrepared<FeedState>(this.dataSource, FEED_STATE, [token, now]);
    return row ?? null;
  }

  /** Null when the address leads nowhere, or no longer; the content is JSON of FeedContent. */
  async findFeed(token: string, now: Date, content: 'content' | 'digest'): Promise<FoundCalendarFeed | null> {
    const parameters = [token, now, content === 'content'];
    const [row] = await queryPrepared<FoundCalendarFeed>(this.dataSource, FEED, parameters);
    return row ?? null;
  }

  /**
   * What a feed of the member without any filter has of an event with its series, or of their claims in a sign-up.
   * @param itemId by which the API knows it
   */
  async findMailedContent(
    { schoolId, membershipId }: { schoolId: string; membershipId: string },
    itemId: string,
    now: Date,
  ): Promise<MailedContent | null> {
    const [id, key = null] = itemId.split('_');
    const parameters = [schoolId, now, membershipId, id, key];
    const [row] = await this.dataSource.query<{ content: MailedContent }[]>(MAILED_CONTENT, parameters);
    return row?.content ?? null;
  }

  /** Whether the school has it, not archived: an archived organization has no feed, for admins neither. */
  async isOrganizationOf({ schoolId }: { schoolId: string }, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from organizations o where o.school_id = $1 and o.id = $2 and ${isOrganizationVisible('o', 'false')}`,
      [schoolId, id],
    );
    return rows.length > 0;
  }
}
