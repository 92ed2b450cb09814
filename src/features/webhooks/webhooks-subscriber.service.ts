import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JournalSubscriber } from '../../platform/journal/journal-subscriber.js';
import type { CommittedChange } from '../../platform/journal/journal.repository.js';
import { JournalService } from '../../platform/journal/journal.service.js';
import { NotificationEvents } from './notification-events.service.js';
import type { WebhookEvent } from './deliveries/webhook-deliveries.repository.js';
import { WebhookEvents } from './webhook-events.service.js';
import { WEBHOOK_KIND_OF } from './webhook-kinds.js';

/** Tells webhooks of changes. */
@Injectable()
export class WebhooksSubscriber implements JournalSubscriber, OnModuleInit {
  readonly name = 'webhooks';

  constructor(
    private readonly journal: JournalService,
    private readonly events: WebhookEvents,
    private readonly notifications: NotificationEvents,
  ) {}

  onModuleInit(): void {
    this.journal.subscribe(this);
  }

  isAwaited(): boolean {
    return false;
  }

  async handle(manager: EntityManager, changes: CommittedChange[]): Promise<void> {
    const [first] = changes;
    if (!first) return;
    const { schoolId } = first;
    const notifications = await this.notifications.eventsOf(manager, schoolId, changes);
    await this.events.tell(manager, schoolId, [...changes.flatMap(eventsOf), ...notifications]);
  }
}

/** Whoever answers an anonymous poll is not in the journal either. */
function eventsOf({
  kind,
  schoolId,
  itemId,
  itemType,
  membershipId,
  at,
  ids,
}: CommittedChange): WebhookEvent[] {
  const webhookKind = WEBHOOK_KIND_OF[kind];
  if (!webhookKind) return [];
  const promoted = webhookKind === 'signup.promoted' && { membership_ids: [ids?.['members'] ?? []].flat() };
  const data = { school_id: schoolId, id: itemId, item_type: itemType, membership_id: membershipId };
  return [{ kind: webhookKind, data: { ...data, ...promoted }, at }];
}
