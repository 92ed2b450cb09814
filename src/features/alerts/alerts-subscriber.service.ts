import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CHANGE_KINDS, type ChangeKind, outcomeOf } from '../../platform/journal/change-kinds.js';
import type { JournalSubscriber } from '../../platform/journal/journal-subscriber.js';
import type { CommittedChange } from '../../platform/journal/journal.repository.js';
import { JournalService } from '../../platform/journal/journal.service.js';
import { type Alert, NOTIFICATION_KINDS, type NotificationKind, type PersonalAlert } from './alert.js';
import { AlertsService } from './alerts.service.js';

/** Writes the notifications, and the mails that go with them, that the kinds of changes ask for. */
@Injectable()
export class AlertsSubscriber implements JournalSubscriber, OnModuleInit {
  readonly name = 'alerts';

  constructor(
    private readonly journal: JournalService,
    private readonly alerts: AlertsService,
  ) {}

  onModuleInit(): void {
    for (const kind of Object.keys(CHANGE_KINDS) as ChangeKind[]) assertAlertIsKnown(kind);
    this.journal.subscribe(this);
  }

  isAwaited(kind: ChangeKind): boolean {
    return outcomeOf(kind).alert !== undefined;
  }

  async handle(manager: EntityManager, changes: CommittedChange[]): Promise<void> {
    for (const change of changes) await this.tell(manager, change);
  }

  /** An item that is gone by now is told to nobody: the notification is made of its row. */
  private async tell(manager: EntityManager, change: CommittedChange): Promise<void> {
    const { alert, again } = outcomeOf(change.kind);
    if (alert === undefined) return;
    const { schoolId, itemType, itemId, ids } = change;
    if (alert === 'grant_expiring')
      return this.alerts.notifyOfExpiry(manager, { schoolId, organizationId: itemId }, membersIn(ids));
    const item = { kind: alert, item: itemType, schoolId, id: itemId };
    if (!ids?.['members'])
      return again
        ? this.alerts.raiseAgain(manager, item as Alert)
        : this.alerts.raise(manager, item as Alert);
    const members = membersIn(ids);
    if (again) return this.alerts.renotify(manager, item as PersonalAlert, members);
    return this.alerts.notify(manager, item as PersonalAlert, members);
  }
}

const membersIn = (ids: CommittedChange['ids']): string[] => [ids?.['members'] ?? []].flat();

function assertAlertIsKnown(kind: ChangeKind): void {
  const { alert } = CHANGE_KINDS[kind];
  if (alert !== undefined && !NOTIFICATION_KINDS.includes(alert as NotificationKind))
    throw new Error(`${kind} asks for notifications of ${alert}, of which there are none`);
}
