import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import type { Replay } from '../../idempotency/replay.js';
import { NotAnswerableError, assertMayRemind } from '../../publishing/answered-items.errors.js';
import type { SentRsvpReminders } from './event-rsvp.dto.js';
import { assertManaged } from './managed-rsvps.service.js';
import { type AnsweredEvent, ManagedRsvpsRepository } from './managed-rsvps.repository.js';
import { RsvpLocks } from './rsvp-locks.service.js';

/** Reminders that a manager sends to those who owe an answer. */
@Injectable()
export class RsvpReminders {
  constructor(
    private readonly locks: RsvpLocks,
    private readonly rsvps: ManagedRsvpsRepository,
  ) {}

  /**
   * Once in 24 hours. Of two at the same time the lock of the event refuses one.
   * @throws NotFoundError no event that the member sees, or one that does not ask
   * @throws NotAuthorizedError
   * @throws NotAnswerableError
   * @throws TooSoonError
   */
  remind(member: Member, eventId: string, replay?: Replay): Promise<SentRsvpReminders> {
    return this.locks.withLockedEvent(member, { eventId }, async ({ reference, ...change }) => {
      const { manager, now } = change;
      const event = assertManaged(await this.rsvps.findEvent(change.member, reference, now, manager));
      if (replay) return { recipients: Number(replay.resultKey) };
      assertDue(event, now);
      await this.rsvps.markReminded(manager, member.schoolId, event.id, now);
      record(change, { kind: 'event.rsvp_reminded', id: event.publicId });
      return { recipients: await this.rsvps.countOwing(manager, member.schoolId, event.id, now) };
    });
  }
}

function assertDue({ closed, remindedAt }: AnsweredEvent, now: Date): void {
  if (closed) throw new NotAnswerableError('closed');
  assertMayRemind(remindedAt, now);
}
