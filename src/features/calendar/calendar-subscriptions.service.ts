import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/auth/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { invalidField, NotFoundError } from '../../platform/errors/app-error.js';
import { feedAddresses, newFeedToken } from '../../platform/ics/subscribed-feed.js';
import type { Replay } from '../idempotency/replay.js';
import type {
  CalendarSubscriptionBody,
  CalendarSubscriptionInput,
  CalendarSubscriptions,
  CreatedSubscription,
} from './calendar-subscription.dto.js';
import {
  CalendarSubscriptionsRepository,
  type Subscriber,
  type SubscriptionRow,
} from './calendar-subscriptions.repository.js';

/** Standing addresses of the caller's own at which calendar apps read the calendar. */
@Injectable()
export class CalendarSubscriptionsService {
  constructor(
    private readonly subscriptions: CalendarSubscriptionsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(member: Subscriber): Promise<CalendarSubscriptions> {
    const rows = await this.subscriptions.findOwn(member);
    return { subscriptions: rows.map((row) => this.withAddresses(row)) };
  }

  /**
   * @throws ValidationFailedError an organization that is none of the school's, or archived
   * @throws LimitReachedError
   * @throws NotFoundError for a replay: it was withdrawn
   */
  async create(
    member: Subscriber,
    input: CalendarSubscriptionInput,
    replay?: Replay,
  ): Promise<CreatedSubscription> {
    if (replay) return this.created(member, replay);
    const organizationId = input.organizationId ?? null;
    if (organizationId !== null && !(await this.subscriptions.isOrganizationOf(member, organizationId)))
      throw invalidField('organizationId', 'organizationId must be an organization of the school');
    const row = await this.subscriptions.insert(member, {
      name: input.name ?? null,
      token: newFeedToken(),
      organizationId,
      categories: input.categories ?? [],
      tags: input.tags ?? [],
      createdAt: this.clock.now(),
    });
    return { subscription: this.withAddresses(row) };
  }

  /** @throws NotFoundError */
  async delete(member: Member, subscriptionId: string): Promise<void> {
    const deleted = isUuid(subscriptionId) && (await this.subscriptions.deleteOwn(member, subscriptionId));
    if (!deleted) throw new NotFoundError();
  }

  private async created(member: Subscriber, { createdId }: Replay): Promise<CreatedSubscription> {
    const row = (await this.subscriptions.findOwn(member)).find(({ id }) => id === createdId);
    if (!row) throw new NotFoundError();
    return { subscription: this.withAddresses(row) };
  }

  private withAddresses(row: SubscriptionRow): CalendarSubscriptionBody {
    return { ...row, ...feedAddresses(this.settings.siteUrl, 'calendar', row.token) };
  }
}
