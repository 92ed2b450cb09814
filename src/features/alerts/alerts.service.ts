import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RETENTION } from '../../platform/database/retention.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Alert, PersonalAlert } from './alert.js';
import { AlertsRepository } from './alerts.repository.js';
import { GrantNotificationsRepository } from './grant-notifications.repository.js';
import { AlertKinds, type ScheduledAlert } from './alert-kinds.js';
import { CHANGE_KINDS, type ChangeKind, changedTypeOf } from '../../platform/journal/change-kinds.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { recordNotifications, recordRenewed } from './notifications/notification-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Contract section 9. */
const RETENTION_DAYS = RETENTION.notifications.days;
/** Notifications that go in one statement. */
const BATCH = 1_000;

/** Notifications and the mails that go with them, written with the item that they tell of. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly kinds: AlertKinds,
    private readonly alerts: AlertsRepository,
    private readonly grants: GrantNotificationsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * A notification and an outbox row for everyone whom the item is addressed to now, the author excepted; nobody gets the same
   * twice. Delivery is a job (specification section 6).
   */
  async raise(manager: EntityManager, alert: Alert): Promise<void> {
    const raised = await this.alerts.insert(manager, alert, this.clock.now());
    recordNotifications(manager, alert, 'notification.arrived', raised);
  }

  /** The same for everyone whom the alert concerns now, whatever they were told before. */
  async raiseAgain(manager: EntityManager, alert: Alert): Promise<void> {
    await this.renotify(manager, alert, await this.alerts.findConcerned(manager, alert, this.clock.now()));
  }

  /** The same for these members alone, whomever the item is addressed to. A member who has been told of it gets nothing. */
  async notify(manager: EntityManager, alert: Alert | PersonalAlert, membershipIds: string[]): Promise<void> {
    const raised = await this.alerts.insertFor(manager, alert, membershipIds, this.clock.now());
    recordNotifications(manager, alert, 'notification.arrived', raised);
  }

  /** A notification for each of these holders of a grant on the organization. */
  async notifyOfExpiry(
    manager: EntityManager,
    organization: { schoolId: string; organizationId: string },
    membershipIds: string[],
  ): Promise<void> {
    const renewed = await this.grants.notifyHolders(manager, organization, membershipIds, this.clock.now());
    recordRenewed(manager, organization, renewed);
  }

  /**
   * Notifies members of something that may happen again: their earlier notification is removed, so that there is a single
   * one, and it is new.
   */
  async renotify(
    manager: EntityManager,
    alert: Alert | PersonalAlert,
    membershipIds: string[],
  ): Promise<void> {
    if (membershipIds.length === 0) return;
    await this.alerts.lockMembers(manager, alert.schoolId, membershipIds);
    const removed = await this.alerts.remove(manager, alert, membershipIds);
    recordNotifications(manager, alert, 'notification.removed', removed);
    await this.notify(manager, alert, membershipIds);
  }

  /**
   * Records the one item whose start or last day has come since it was written, for its audience as of now; once there is
   * none left, what features find by rounds of their own, such as grants that end soon.
   * @returns whether there was any
   */
  async recordNextDue(): Promise<boolean> {
    for (const beginning of this.kinds.scheduled()) if (await this.recordDue(beginning)) return true;
    for (const recordNext of this.kinds.rounds) if (await recordNext()) return true;
    return false;
  }

  private recordDue(beginning: ScheduledAlert): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const now = this.clock.now();
      const due = await this.alerts.lockDueItem(manager, beginning, now);
      if (!due) return false;
      await this.alerts.markAlerted(manager, beginning, due, now);
      record({ manager, schoolId: due.schoolId }, { kind: changeOf(beginning), id: due.id });
      return true;
    });
  }

  /**
   * Some of the notifications that are too old, with their mails.
   * @returns whether there may be more
   */
  removeOld(): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const moment = new Date(this.clock.now().getTime() - RETENTION_DAYS * 24 * 60 * 60_000);
      return (await this.alerts.deleteOlderThan(manager, moment, BATCH)) === BATCH;
    });
  }
}

/** The kind of change that asks for the alert. */
function changeOf({ kind, item }: ScheduledAlert): ChangeKind {
  const kinds = Object.keys(CHANGE_KINDS) as ChangeKind[];
  const found = kinds.find((one) => CHANGE_KINDS[one].alert === kind && changedTypeOf(one) === item);
  if (!found) throw new Error(`No kind of change asks for ${kind}`);
  return found;
}
