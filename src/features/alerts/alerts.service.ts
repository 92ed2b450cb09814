import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RETENTION } from '../../platform/database/retention.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Alert, PersonalAlert } from './alert.js';
import { AlertsRepository } from './alerts.repository.js';
import { ExpiringGrantsRepository } from './expiring-grants.repository.js';
import { AlertKinds, type ScheduledAlert } from './alert-kinds.js';

/** Contract section 9. */
const RETENTION_DAYS = RETENTION.notifications.days;
/** Notifications that go in one statement. */
const BATCH = 1_000;

/** Notifications and the mails that go with them, written with the item that they tell of. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly kinds: AlertKinds,
    private readonly alerts: AlertsRepository,
    private readonly grants: ExpiringGrantsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * In the transaction of the item: a notification and an outbox row for everyone whom it is addressed to now, the
   * author excepted; nobody gets the same twice. Delivery is a job (specification section 6).
   */
  raise(manager: EntityManager, alert: Alert): Promise<void> {
    return this.alerts.insert(manager, alert, this.clock.now());
  }

  /**
   * In the transaction of what has happened: the same for these members alone, whomever the item is addressed to. Who has
   * been told of it gets nothing.
   */
  notify(manager: EntityManager, alert: PersonalAlert, membershipIds: string[]): Promise<void> {
    return this.alerts.insertFor(manager, alert, membershipIds, this.clock.now());
  }

  /**
   * Notifies members of something that may happen again: their earlier notification is removed, so that there is a single
   * one, and it is new.
   */
  async renotify(manager: EntityManager, alert: PersonalAlert, membershipIds: string[]): Promise<void> {
    if (membershipIds.length === 0) return;
    await this.alerts.lockMembers(manager, alert.schoolId, membershipIds);
    await this.alerts.remove(manager, alert, membershipIds);
    await this.notify(manager, alert, membershipIds);
  }

  /**
   * The one alert of an item whose start or last day has come since it was written, to its audience as of now; once there
   * is none left, what holders are told of grants that end soon.
   * @returns whether there was any
   */
  async raiseNextDue(): Promise<boolean> {
    for (const beginning of this.kinds.scheduled()) if (await this.raiseDue(beginning)) return true;
    return (await this.grants.notify(this.clock.now())) > 0;
  }

  private raiseDue(beginning: ScheduledAlert): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const now = this.clock.now();
      const due = await this.alerts.lockDue(manager, beginning, now);
      if (!due) return false;
      await this.alerts.insert(manager, { ...beginning, ...due }, now);
      await this.alerts.markAlerted(manager, beginning, due, now);
      return true;
    });
  }

  /**
   * Some of the notifications that are too old, with their mails.
   * @returns whether there may be more
   */
  removeOld(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const moment = new Date(this.clock.now().getTime() - RETENTION_DAYS * 24 * 60 * 60_000);
      return (await this.alerts.deleteOlderThan(manager, moment, BATCH)) === BATCH;
    });
  }
}
