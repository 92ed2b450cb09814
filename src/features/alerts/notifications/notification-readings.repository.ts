import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import type { NotificationTarget } from '../alert.js';

@Injectable()
export class NotificationReadingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that are unread; the first reading is the one that counts. */
  async markRead(
    { schoolId, membershipId }: Member,
    target: { type: NotificationTarget; id: string },
    now: Date,
  ): Promise<void> {
    await this.dataSource.query(
      `update notifications set read_at = $5
       where school_id = $1 and membership_id = $2 and target_type = $3 and target_id = $4 and read_at is null`,
      [schoolId, membershipId, target.type, target.id, now],
    );
  }
}
