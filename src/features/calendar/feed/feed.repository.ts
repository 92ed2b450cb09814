import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../../../database/prepared-statement.js';
import type { FoundFeed } from '../../../ics/subscribed-feed.js';
import { FEED } from './feed.sql.js';

export interface FoundCalendarFeed extends Omit<FoundFeed, 'digest'> {
  /** Of the calendar of the school, a whole number. */
  revision: string;
  /** Null where that is the revision for which it is known. */
  digest: string | null;
  /** From when on something may be shown or hidden without a change; null: never, or known. UTC. */
  next_moment: Date | null;
}

@Injectable()
export class FeedRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The digest alone; null when the address leads nowhere, or no longer.
   * @param known revision of the calendar for which the digest is known; null: none
   */
  find(token: string, now: Date, known: string | null): Promise<FoundCalendarFeed | null> {
    return this.read([token, now, false, known]);
  }

  /** With the content, JSON of FeedContent. */
  async findContent(token: string, now: Date): Promise<FoundFeed | null> {
    return (await this.read([token, now, true, null])) as FoundFeed | null;
  }

  private async read(parameters: unknown[]): Promise<FoundCalendarFeed | null> {
    const [row] = await queryPrepared<FoundCalendarFeed>(this.dataSource, FEED, parameters);
    return row ?? null;
  }
}
