import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { isUuid } from '../../platform/text/uuid.js';
import { assertMayChange } from '../publishing/publishing-rights.service.js';
import { NoticeDeliveriesRepository } from './notice-deliveries.repository.js';
import { DELIVERY_STATES, type NoticeDeliveries, type NoticeDeliveryCounts } from './notice-delivery.dto.js';
import { NoticesRepository } from './notices.repository.js';

/** Whom a notice has reached, for those who manage it. */
@Injectable()
export class NoticeDeliveriesService {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly deliveries: NoticeDeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError not visible
   * @throws NotAuthorizedError visible, and not theirs to change
   */
  async list(member: Member, noticeId: string): Promise<NoticeDeliveries> {
    const now = this.clock.now();
    if (!isUuid(noticeId)) throw new NotFoundError();
    assertMayChange(await this.notices.findVisibleNotice(member, noticeId, now), undefined);
    const people = await this.deliveries.findPeople(member, noticeId, now);
    const counts = Object.fromEntries(
      DELIVERY_STATES.map((state) => [state, people.filter((person) => person.state === state).length]),
    ) as unknown as NoticeDeliveryCounts;
    return { counts, people };
  }
}
