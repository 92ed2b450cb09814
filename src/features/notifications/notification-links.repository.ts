import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { VIEWER, viewerParameters } from '../../access/viewer.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import type { NotificationTarget } from '../alerts/notification-words.js';
import { TARGETS } from './notification-targets.js';
import type { UnavailableReason } from './unavailable-reason.js';

/** A notification, and what has become of its target. */
export interface TargetStanding {
  school_id: string;
  target_type: NotificationTarget;
  target_id: string;
  /** False when there is no such item any more. */
  found: boolean;
  organization_id: string | null;
  /** Null when the caller may read it. */
  hidden: UnavailableReason | null;
}

const STANDINGS = Object.values(TARGETS).flatMap(({ standing }) => standing ?? []);

const LINK = `
  select n.school_id, n.target_type, n.target_id, target.found is not null as found, target.organization_id,
    target.hidden
  from notifications n left join lateral (
    select true as found, standing.* from (${STANDINGS.join(' union all ')}) standing
  ) target on true
  where n.id = $5 and n.school_id = ${VIEWER.school}::uuid and n.membership_id = ${VIEWER.membership}::uuid`;

@Injectable()
export class NotificationLinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One round trip, whatever the target; null when the notification was removed a moment ago. */
  async find(member: Member, notificationId: string, now: Date): Promise<TargetStanding | null> {
    const parameters = [...viewerParameters(member, now), notificationId];
    const [row] = await queryPrepared<TargetStanding>(this.dataSource, LINK, parameters);
    return row ?? null;
  }
}
