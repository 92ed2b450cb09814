import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import type { NotificationTarget } from '../alert.js';
import type { MembersNotification } from './notification-changes.js';

const UNREAD = `school_id = $1 and membership_id = $2 and target_type = $3 and target_id = $4 and read_at is null`;

export interface ReadTarget {
  type: NotificationTarget;
  id: string;
}

const parametersOf = ({ schoolId, membershipId }: Member, { type, id }: ReadTarget): unknown[] => [
  schoolId,
  membershipId,
  type,
  id,
];

@Injectable()
export class NotificationReadingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** True when the member has an unread notification of the target. */
  async hasUnread(member: Member, target: ReadTarget): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>(
      `select from notifications where ${UNREAD} limit 1`,
      parametersOf(member, target),
    );
    return found.length > 0;
  }

  /**
   * Marks those that are unread; the first reading is the one that counts.
   * @returns them
   */
  async markRead(
    manager: EntityManager,
    member: Member,
    target: ReadTarget,
    now: Date,
  ): Promise<MembersNotification[]> {
    const [read] = await manager.query<[MembersNotification[], number]>(
      `update notifications set read_at = $5 where ${UNREAD}
       returning id as "notificationId", membership_id as "membershipId"`,
      [...parametersOf(member, target), now],
    );
    return read;
  }
}
