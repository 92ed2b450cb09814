import type { DataSource } from 'typeorm';
import { isUuid } from '../../platform/text/uuid.js';
import type { Clock } from '../../platform/clock/clock.js';
import type { Settings } from '../../platform/config/settings.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import type { ConditionalText } from '../../platform/http/conditional-text.interceptor.js';
import type { Replay } from '../idempotency/replay.js';
import { feedAddresses, type FeedKind, newFeedToken, SubscribedFeed } from './subscribed-feed.js';
import {
  type Filters,
  type Subscriber,
  type SubscriptionBody,
  type SubscriptionRow,
  SubscriptionsRepository,
  type SubscriptionTable,
} from './subscriptions.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

export type { Filters, Subscriber } from './subscriptions.repository.js';

/** The part of a kind that differs from other kinds. */
export interface SubscriptionKind<Body> {
  table: SubscriptionTable<Body>;
  /** Below `{site_url}/api`. */
  folder: 'calendar' | 'menus';
  feed: Omit<FeedKind, 'noteChange'>;
}

/** Standing addresses of one kind, each of a member, and what calendar apps read there. */
export abstract class SubscriptionsService<
  Body extends SubscriptionBody,
  Input extends { name?: string | null },
> {
  private readonly subscriptions: SubscriptionsRepository<Body>;
  private readonly feed: SubscribedFeed;

  protected constructor(
    private readonly kind: SubscriptionKind<Body>,
    dataSource: DataSource,
    transactions: Transactions,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    const subscriptions = new SubscriptionsRepository<Body>(dataSource, transactions, kind.table);
    const noteChange: FeedKind['noteChange'] = (found, now) => subscriptions.noteChange(found, now);
    this.feed = new SubscribedFeed({ ...kind.feed, noteChange }, clock, settings);
    this.subscriptions = subscriptions;
  }

  /** @throws ValidationFailedError */
  protected abstract filtersFrom(input: Input, member: Subscriber): Promise<Filters<Body>>;

  async list(member: Subscriber): Promise<{ subscriptions: Body[] }> {
    const rows = await this.subscriptions.findOwn(member);
    return { subscriptions: rows.map((row) => this.withAddresses(row)) };
  }

  /**
   * @throws ValidationFailedError
   * @throws LimitReachedError
   * @throws NotFoundError for a replay: it was withdrawn
   */
  async create(member: Subscriber, input: Input, replay?: Replay): Promise<{ subscription: Body }> {
    if (replay) return this.created(member, replay);
    const row = await this.subscriptions.insertSubscription(member, {
      name: input.name ?? null,
      token: newFeedToken(),
      createdAt: this.clock.now(),
      filters: await this.filtersFrom(input, member),
    });
    return { subscription: this.withAddresses(row) };
  }

  /** @throws NotFoundError */
  async delete(member: Subscriber, subscriptionId: string): Promise<void> {
    const deleted = isUuid(subscriptionId) && (await this.subscriptions.deleteOwn(member, subscriptionId));
    if (!deleted) throw new NotFoundError();
  }

  /** @throws NotFoundError for everything that is no feed, or none any more */
  findFeed(token: string): Promise<ConditionalText> {
    return this.feed.find(token);
  }

  private async created(member: Subscriber, { resultKey }: Replay): Promise<{ subscription: Body }> {
    const subscription = (await this.list(member)).subscriptions.find(({ id }) => id === resultKey);
    if (!subscription) throw new NotFoundError();
    return { subscription };
  }

  private withAddresses(row: SubscriptionRow<Body>): Body {
    return { ...row, ...feedAddresses(this.settings.siteUrl, this.kind.folder, row.token) } as Body;
  }
}
