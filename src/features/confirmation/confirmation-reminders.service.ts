import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { lockAdmin } from '../../platform/auth/member-lock.repository.js';
import { Clock } from '../../platform/clock/clock.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { Replay } from '../idempotency/replay.js';
import { assertMayRemind } from '../publishing/answered-items.errors.js';
import type { SentReminders } from './confirmation.dto.js';
import { RoundClosedError } from './confirmation.errors.js';
import type { ConfirmationRound } from './confirmation-round.entity.js';
import { ConfirmationRoundsRepository } from './confirmation-rounds.repository.js';
import { SchoolConfirmationRepository } from './school-confirmation.repository.js';

/** Reminders that an admin sends to those who have not confirmed. */
@Injectable()
export class ConfirmationReminders {
  constructor(
    private readonly transactions: Transactions,
    private readonly rounds: ConfirmationRoundsRepository,
    private readonly confirmations: SchoolConfirmationRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Once in 24 hours. Of two at the same time the lock of the round refuses one.
   * @throws NotAuthorizedError
   * @throws RoundClosedError
   * @throws TooSoonError
   */
  remind(member: Member, replay?: Replay): Promise<SentReminders> {
    return this.transactions.run(async (manager) => {
      const admin = await lockAdmin(manager, member);
      if (replay) return { recipients: Number(replay.resultKey) };
      const round = await this.rounds.lockOpenRound(manager, admin.schoolId);
      if (!round) throw new RoundClosedError();
      const now = this.clock.now();
      assertDue(round, now);
      await this.rounds.markReminded(manager, round, now);
      record({ manager, member: admin }, { kind: 'confirmation.reminded', id: round.id });
      const people = await this.confirmations.findPeople(admin.schoolId, round.id, now, manager);
      return { recipients: people.filter((person) => person.confirmed_at === null).length };
    });
  }
}

function assertDue({ lastReminderAt }: ConfirmationRound, now: Date): void {
  assertMayRemind(lastReminderAt, now);
}
