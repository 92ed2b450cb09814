import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../clock/clock.js';
import type { Alert } from './alert.js';
import { AlertsRepository } from './alerts.repository.js';

/** Notifications and the mails that go with them, written with the item that they tell of. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * In the transaction of the item: a notification and an outbox row for everyone whom it is addressed to now, the
   * author excepted; nobody gets the same twice. Delivery is a job (specification section 6).
   */
  raise(manager: EntityManager, alert: Alert): Promise<void> {
    return this.alerts.insert(manager, alert, this.clock.now());
  }
}
