import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isUuid } from '../../platform/auth/uuid.js';
import type { Member } from '../../platform/auth/caller.js';
import { isOrganizationThere } from '../../policy/organization-access.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { FeedAddresses } from '../../platform/ics/subscribed-feed.js';
import { assertRoomForSubscription } from '../../platform/ics/subscription-quota.repository.js';
import type { CalendarSubscriptionBody } from './calendar-subscription.dto.js';

/** Without the addresses, which follow from the token. */
export type SubscriptionRow = Omit<CalendarSubscriptionBody, keyof FeedAddresses>;

/** Whose subscriptions they are. */
export type Subscriber = Pick<Member, 'schoolId' | 'membershipId'>;

export interface NewSubscription {
  /** Null: that of the school. */
  name: string | null;
  token: string;
  organizationId: string | null;
  categories: string[];
  tags: string[];
  createdAt: Date;
}

const ROW = `s.id, s.name, s.token, s.organization_id, s.categories, s.tags, ${utcText('s.created_at')} as created_at`;

const INSERT = `
  insert into calendar_subscriptions as s
    (school_id, membership_id, name, token, organization_id, categories, tags, created_at)
  select school.id, $2, coalesce($3, school.name), $4, $5, $6, $7, $8 from schools school where school.id = $1
  returning ${ROW}`;

@Injectable()
export class CalendarSubscriptionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  findOwn({ membershipId }: Subscriber): Promise<SubscriptionRow[]> {
    return this.dataSource.query(
      `select ${ROW} from calendar_subscriptions s where s.membership_id = $1 order by s.created_at, s.id`,
      [membershipId],
    );
  }

  /** @throws LimitReachedError the person has as many as anybody may have */
  insert(member: Subscriber, given: NewSubscription): Promise<SubscriptionRow> {
    return this.dataSource.transaction(async (manager) => {
      await assertRoomForSubscription(manager, member);
      return this.inserted(manager, member, given);
    });
  }

  /** False when the member has none such. */
  async deleteOwn({ membershipId }: Member, id: string): Promise<boolean> {
    const [, deleted] = await this.dataSource.query<[unknown[], number]>(
      'delete from calendar_subscriptions where id = $1 and membership_id = $2',
      [id, membershipId],
    );
    return deleted > 0;
  }

  /** Whether the school has it, not archived: an archived organization has no feed, for admins neither. */
  async isOrganizationOf({ schoolId }: Subscriber, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from organizations o where o.school_id = $1 and o.id = $2 and ${isOrganizationThere('o', 'false')}`,
      [schoolId, id],
    );
    return rows.length > 0;
  }

  private async inserted(
    manager: EntityManager,
    { schoolId, membershipId }: Subscriber,
    given: NewSubscription,
  ): Promise<SubscriptionRow> {
    const { name, token, organizationId, categories, tags, createdAt } = given;
    const [row] = await manager.query<[SubscriptionRow]>(INSERT, [
      ...[schoolId, membershipId, name, token, organizationId],
      ...[categories, tags, createdAt],
    ]);
    return row;
  }
}
