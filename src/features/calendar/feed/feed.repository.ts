import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../../../database/prepared-statement.js';
import type { FoundFeed } from '../../../ics/subscribed-feed.js';
import { FEED } from './feed.sql.js';

@Injectable()
export class FeedRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the address leads nowhere, or no longer; the content is JSON of FeedContent. */
  async find(token: string, now: Date, content: 'content' | 'digest'): Promise<FoundFeed | null> {
    const parameters = [token, now, content === 'content'];
    const [row] = await queryPrepared<FoundFeed>(this.dataSource, FEED, parameters);
    return row ?? null;
  }
}
