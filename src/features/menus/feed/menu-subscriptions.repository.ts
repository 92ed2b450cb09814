import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../access/caller.js';
import { utcText } from '../../../database/utc-text.js';
import type { FeedAddresses } from '../../../ics/feed-address.js';
import { assertRoomForSubscription } from '../../../ics/subscription-quota.repository.js';
import type { MealType } from '../meal-type.js';
import type { MenuSubscriptionBody } from './menu-subscription.dto.js';

/** Without the addresses, which follow from the token. */
export type MenuSubscriptionRow = Omit<MenuSubscriptionBody, keyof FeedAddresses>;

export interface NewMenuSubscription {
  /** Null: after the school. */
  name: string | null;
  token: string;
  mealTypes: MealType[];
  createdAt: Date;
}

const ROW = `s.id, s.name, s.token, s.meal_types, ${utcText('s.created_at')} as created_at`;

const INSERT = `
  insert into menu_subscriptions as s (school_id, membership_id, name, token, meal_types, created_at)
  select school.id, $2, coalesce($3, school.name || ': Menus'), $4, $5, $6 from schools school where school.id = $1
  returning ${ROW}`;

@Injectable()
export class MenuSubscriptionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  findOwn({ membershipId }: Member): Promise<MenuSubscriptionRow[]> {
    return this.dataSource.query(
      `select ${ROW} from menu_subscriptions s where s.membership_id = $1 order by s.created_at, s.id`,
      [membershipId],
    );
  }

  /** @throws LimitReachedError the person has as many as anybody may have */
  insert(member: Member, given: NewMenuSubscription): Promise<MenuSubscriptionRow> {
    return this.dataSource.transaction(async (manager) => {
      await assertRoomForSubscription(manager, member);
      return this.inserted(manager, member, given);
    });
  }

  /** False when the member has none such. */
  async deleteOwn({ membershipId }: Member, id: string): Promise<boolean> {
    const [, deleted] = await this.dataSource.query<[unknown[], number]>(
      'delete from menu_subscriptions where id = $1 and membership_id = $2',
      [id, membershipId],
    );
    return deleted > 0;
  }

  private async inserted(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    given: NewMenuSubscription,
  ): Promise<MenuSubscriptionRow> {
    const { name, token, mealTypes, createdAt } = given;
    const parameters = [schoolId, membershipId, name, token, mealTypes, createdAt];
    const [row] = await manager.query<[MenuSubscriptionRow]>(INSERT, parameters);
    return row;
  }
}
