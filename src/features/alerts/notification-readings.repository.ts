import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { NotificationTarget } from './notification-words.js';

@Injectable()
export class NotificationReadingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that are unread; the first reading is the one that counts. */
  async markRead(
    membershipId: string,
    target: { type: NotificationTarget; id: string },
    now: Date,
  ): Promise<void> {
    await this.dataSource.query(
      `update notifications set read_at = $4
       where membership_id = $1 and target_type = $2 and target_id = $3 and read_at is null`,
      [membershipId, target.type, target.id, now],
    );
  }
}
