import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import type { Replay } from '../../idempotency/replay.js';
import { NotAnswerableError, assertMayRemind } from '../../publishing/answered-items.errors.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import type { ManagedPoll, SentReminders } from './managed-poll.dto.js';
import { ManagedPollsRepository } from './managed-polls.repository.js';
import type { Poll } from '../poll.entity.js';
import { PollWritesRepository } from '../poll-writes.repository.js';

/** Reminders that a manager sends to those who have not answered. */
@Injectable()
export class PollRemindersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly polls: PollWritesRepository,
    private readonly managed: ManagedPollsRepository,
    private readonly rights: PublishingRightsService,
  ) {}

  /**
   * Once in 24 hours. Of two at the same time the lock of the poll refuses one.
   * @throws NotFoundError not there for the caller, or deleted
   * @throws NotAnswerableError
   * @throws TooSoonError
   */
  remind(member: Member, pollId: string, replay?: Replay): Promise<SentReminders> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const poll = isUuid(pollId) ? await this.polls.lock(change, pollId) : null;
      const found = poll && (await this.managed.findOne(change.member, poll.id, change.now, manager));
      if (!poll || !found || poll.deletedAt) throw new NotFoundError();
      if (replay) return { recipients: Number(replay.resultKey) };
      assertDue(poll, found.body, change.now);
      await this.polls.update(manager, { ...poll, lastReminderAt: change.now });
      record(change, { kind: 'poll.reminded', id: poll.id });
      return { recipients: found.body.outstanding_count };
    });
  }
}

function assertDue({ lastReminderAt }: Poll, { state }: ManagedPoll, now: Date): void {
  if (state === 'closed') throw new NotAnswerableError('closed');
  if (state !== 'open') throw new NotAnswerableError('not_open');
  assertMayRemind(lastReminderAt, now);
}
