import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { DAY_MS } from '../../../platform/database/retention.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import type { Replay } from '../../idempotency/replay.js';
import { NotAnswerableError, TooSoonError } from '../../publishing/answered-items.errors.js';
import { hasBegun, isGone, isPublished } from '../signup-times.js';
import { SignupWritesRepository } from '../signup-writes.repository.js';
import type { Signup, SignupItem } from '../signup.entity.js';
import { ClaimRemindersRepository } from './claim-reminders.repository.js';
import { type ManagedSignupChange, ManagedSignupWrites } from './managed-signup-writes.service.js';
import type { SentReminders } from './managed-signup.dto.js';

/** Reminders for those who have claimed something: by a manager, and the day before an item begins. */
@Injectable()
export class ClaimReminders {
  constructor(
    private readonly writes: ManagedSignupWrites,
    private readonly transactions: Transactions,
    private readonly reminders: ClaimRemindersRepository,
    private readonly signups: SignupWritesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Of one item, or of all that lie ahead, each once in 24 hours. Of two at the same time the lock of the sign-up refuses one.
   * @throws NotFoundError not there for the caller, or deleted
   * @throws NotAnswerableError
   * @throws TooSoonError
   */
  remind(
    member: Member,
    signupId: string,
    itemId: string | null | undefined,
    replay?: Replay,
  ): Promise<SentReminders> {
    return this.writes.runLocked(member, signupId, async (change) => {
      const { manager, now, signup } = change;
      if (signup.deletedAt) throw new NotFoundError();
      if (replay) return { recipients: Number(replay.resultKey) };
      assertIsThere(signup, now);
      const items = await this.itemsToRemindOf(change, itemId);
      const ids = items.map(({ id }) => id);
      await this.reminders.markReminded(manager, signup.schoolId, ids, now);
      const members = await this.signups.findClaimants(manager, signup.schoolId, ids);
      if (members.length > 0) record(change, { kind: 'signup.reminded', id: signup.id, ids: { members } });
      return { recipients: members.length };
    });
  }

  /**
   * Reminds of one item that begins within a day.
   * @returns whether there was one
   */
  remindOfNextDue(): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const now = this.clock.now();
      const due = await this.reminders.lockDue(manager, now);
      if (!due) return false;
      const { id, signupId, schoolId } = due;
      await this.reminders.markReminded(manager, schoolId, [id], now);
      const members = await this.signups.findClaimants(manager, schoolId, [id]);
      record({ manager, schoolId }, { kind: 'signup.reminded', id: signupId, ids: { members } });
      return true;
    });
  }

  private async itemsToRemindOf(
    { manager, signup, now }: ManagedSignupChange,
    itemId: string | null | undefined,
  ): Promise<SignupItem[]> {
    const items = await this.signups.findItems(manager, signup);
    const wanted = itemId ? items.filter(({ id }) => id === itemId.toLowerCase()) : items;
    if (wanted.length === 0) throw new NotFoundError();
    const ahead = wanted.filter((item) => !hasBegun(item, now));
    if (ahead.length === 0) throw new NotAnswerableError('closed');
    const due = ahead.filter(({ lastReminderAt }) => isDue(lastReminderAt, now));
    if (due.length === 0) throw new TooSoonError();
    return due;
  }
}

/** What was claimed in one that has closed is still to be done. */
function assertIsThere(signup: Signup, now: Date): void {
  if (isGone(signup, now)) throw new NotAnswerableError('closed');
  if (!isPublished(signup, now)) throw new NotAnswerableError('not_open');
}

const isDue = (lastReminderAt: Date | null, now: Date): boolean =>
  lastReminderAt === null || lastReminderAt.getTime() + DAY_MS <= now.getTime();
