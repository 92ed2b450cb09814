import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/auth/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { feedAddresses, newFeedToken } from '../../platform/ics/subscribed-feed.js';
import type { Replay } from '../idempotency/replay.js';
import type {
  CreatedMenuSubscription,
  MenuSubscriptionBody,
  MenuSubscriptionInput,
  MenuSubscriptions,
} from './menu.dto.js';
import { MenuSubscriptionsRepository, type MenuSubscriptionRow } from './menu-subscriptions.repository.js';

/** Standing addresses of the caller's own at which calendar apps read menus. */
@Injectable()
export class MenuSubscriptionsService {
  constructor(
    private readonly subscriptions: MenuSubscriptionsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(member: Member): Promise<MenuSubscriptions> {
    const rows = await this.subscriptions.findOwn(member);
    return { subscriptions: rows.map((row) => this.withAddresses(row)) };
  }

  /**
   * @throws LimitReachedError
   * @throws NotFoundError for a replay: it was withdrawn
   */
  async create(
    member: Member,
    input: MenuSubscriptionInput,
    replay?: Replay,
  ): Promise<CreatedMenuSubscription> {
    if (replay) return this.created(member, replay);
    const row = await this.subscriptions.insert(member, {
      name: input.name ?? null,
      token: newFeedToken(),
      mealTypes: input.meal_types ?? [],
      createdAt: this.clock.now(),
    });
    return { subscription: this.withAddresses(row) };
  }

  /** @throws NotFoundError */
  async delete(member: Member, subscriptionId: string): Promise<void> {
    const deleted = isUuid(subscriptionId) && (await this.subscriptions.deleteOwn(member, subscriptionId));
    if (!deleted) throw new NotFoundError();
  }

  private async created(member: Member, { createdId }: Replay): Promise<CreatedMenuSubscription> {
    const row = (await this.subscriptions.findOwn(member)).find(({ id }) => id === createdId);
    if (!row) throw new NotFoundError();
    return { subscription: this.withAddresses(row) };
  }

  private withAddresses(row: MenuSubscriptionRow): MenuSubscriptionBody {
    return { ...row, ...feedAddresses(this.settings.siteUrl, 'menus', row.token) };
  }
}
