import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import type { Replay } from '../../idempotency/replay.js';
import { NotAnswerableError, assertMayRemind } from '../../publishing/answered-items.errors.js';
import { assertMayChange, PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import type { Notice } from '../notice.entity.js';
import { NoticesRepository } from '../notices.repository.js';
import type { SentReminders } from './notice-acknowledgement.dto.js';
import { NoticeAcknowledgementsRepository } from './notice-acknowledgements.repository.js';

/** Reminders that a manager sends to those who have not acknowledged a notice. */
@Injectable()
export class NoticeRemindersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly notices: NoticesRepository,
    private readonly acknowledgements: NoticeAcknowledgementsRepository,
    private readonly rights: PublishingRightsService,
  ) {}

  /**
   * Once in 24 hours. Of two at the same time the lock of the notice refuses one.
   * @throws NotFoundError not visible, or it does not ask
   * @throws NotAuthorizedError visible, and not theirs to change
   * @throws NotAnswerableError
   * @throws TooSoonError
   */
  remind(member: Member, noticeId: string, replay?: Replay): Promise<SentReminders> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const notice = isUuid(noticeId) ? await this.notices.lock(change, noticeId) : null;
      const found =
        notice && (await this.acknowledgements.find(change.member, notice.id, change.now, manager));
      if (!notice || !found) throw new NotFoundError();
      assertMayChange({ body: found, managed: found.managed }, undefined);
      if (replay) return { recipients: Number(replay.resultKey) };
      assertDue(notice, change.now);
      await this.notices.update(manager, { ...notice, lastReminderAt: change.now });
      record(change, { kind: 'notice.reminded', id: notice.id });
      const people = await this.acknowledgements.findPeople(notice.schoolId, notice.id, change.now, manager);
      return { recipients: people.filter((person) => person.acknowledged_at === null).length };
    });
  }
}

function assertDue({ startsAt, expiresAt, lastReminderAt }: Notice, now: Date): void {
  if (expiresAt <= now) throw new NotAnswerableError('closed');
  if (startsAt > now) throw new NotAnswerableError('not_open');
  assertMayRemind(lastReminderAt, now);
}
