import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import type { Replay } from '../../idempotency/replay.js';
import { NotAnswerableError, assertMayRemind } from '../../publishing/answered-items.errors.js';
import { SlipWritesRepository } from '../slip-writes.repository.js';
import { type ManagedSlipChange, ManagedSlipWrites } from './managed-slip-writes.service.js';
import type { SentReminders } from './managed-slip.dto.js';
import { ManagedSlipsRepository } from './managed-slips.repository.js';

/** Reminders that a manager sends to those who owe an answer. */
@Injectable()
export class SlipReminders {
  constructor(
    private readonly writes: ManagedSlipWrites,
    private readonly slips: SlipWritesRepository,
    private readonly managed: ManagedSlipsRepository,
  ) {}

  /**
   * Once in 24 hours. Of two at the same time the lock of the slip refuses one.
   * @throws NotFoundError not there for the caller, or deleted
   * @throws NotAnswerableError
   * @throws TooSoonError
   */
  remind(member: Member, slipId: string, replay?: Replay): Promise<SentReminders> {
    return this.writes.runLocked(member, slipId, async (change) => {
      const { manager, now, slip } = change;
      if (slip.deletedAt) throw new NotFoundError();
      if (replay) return { recipients: Number(replay.resultKey) };
      assertDue(change);
      await this.slips.update(manager, { ...slip, lastReminderAt: now });
      record(change, { kind: 'permission_slip.reminded', id: slip.id });
      return { recipients: await this.managed.countOwing(change, slip.id) };
    });
  }
}

function assertDue({ slip: { lastReminderAt }, body: { state }, now }: ManagedSlipChange): void {
  if (state === 'closed') throw new NotAnswerableError('closed');
  if (state !== 'open') throw new NotAnswerableError('not_open');
  assertMayRemind(lastReminderAt, now);
}
