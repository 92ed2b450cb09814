import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';
import type { NotificationTarget, UnavailableReason } from '../alert.js';
import { VIEWER, viewerParameters } from '../../../policy/audience.js';
import { AlertKinds } from '../alert-kinds.js';

/** A notification, and what has become of its target. */
export interface TargetAvailability {
  school_id: string;
  target_type: NotificationTarget;
  target_id: string;
  /** False when there is no such item any more. */
  found: boolean;
  organization_id: string | null;
  /** Null when the caller may read it. */
  hidden: UnavailableReason | null;
}

const linkTo = (standings: string[]): string => `
  select n.school_id, n.target_type, n.target_id, target.found is not null as found, target.organization_id,
    target.hidden
  from notifications n left join lateral (
    select true as found, standing.* from (${standings.join(' union all ')}) standing
  ) target on true
  where n.id = $5 and n.school_id = ${VIEWER.school}::uuid and n.membership_id = ${VIEWER.membership}::uuid`;

@Injectable()
export class NotificationLinksRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly kinds: AlertKinds,
  ) {}

  /** One round trip, whatever the target; null when the notification was removed a moment ago. */
  async find(member: Member, notificationId: string, now: Date): Promise<TargetAvailability | null> {
    const parameters = [...viewerParameters(member, now), notificationId];
    const link = linkTo(this.kinds.standings());
    const [row] = await queryPrepared<TargetAvailability>(this.dataSource, link, parameters);
    return row ?? null;
  }
}
