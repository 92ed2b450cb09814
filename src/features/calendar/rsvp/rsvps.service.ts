import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { assertNotRestricted } from '../../../platform/auth/restricted.error.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { CalendarRepository, type VisibleRow } from '../events/calendar.repository.js';
import type { CalendarEventBody } from '../events/calendar-event.dto.js';
import type { EventRsvp, RsvpInputs } from './event-rsvp.dto.js';
import { answersFrom, assertFits, assertMayAnswerFor, type NewAnswer } from './rsvp-answers.js';
import { type RsvpChange, RsvpLocks } from './rsvp-locks.service.js';
import { RsvpClosedError } from './rsvp.errors.js';
import { RsvpsRepository } from './rsvps.repository.js';

/** Saying who comes to an event (contract section 22). */
@Injectable()
export class RsvpsService {
  constructor(
    private readonly locks: RsvpLocks,
    private readonly calendar: CalendarRepository,
    private readonly rsvps: RsvpsRepository,
  ) {}

  /**
   * Writes all answers of a request, or none.
   * @throws RestrictedError
   * @throws NotFoundError no event that the member sees, one that does not ask, or somebody who is not at the school
   * @throws NotAuthorizedError for somebody who is not theirs
   * @throws InvalidRsvpsError
   * @throws RsvpClosedError
   * @throws EventFullError
   * @throws StaleError `ifMatch` names another state of the event than the present one
   */
  async answer(
    member: Member,
    eventId: string,
    { answers }: RsvpInputs,
    ifMatch?: string,
  ): Promise<EventRsvp> {
    assertNotRestricted(member, ...answers.map(({ student_id }) => student_id));
    const memberIds = answers.flatMap(({ membership_id }) => membership_id ?? []);
    return this.locks.withLockedEvent(member, { eventId, memberIds }, async (change) => {
      const { body, managed } = await this.getVisible(change);
      if (!body.rsvp) throw new NotFoundError();
      const given = answersFrom(answers, body.rsvp.by, change.member.membershipId);
      await this.assertMayAnswer(change, given, managed);
      if (body.status === 'cancelled' || (body.rsvp.closed && !managed)) throw new RsvpClosedError();
      assertMatches(ifMatch, body);
      await this.put(change, body.id, given);
      return (await this.getVisible(change)).body.rsvp!;
    });
  }

  private async assertMayAnswer(change: RsvpChange, given: NewAnswer[], managed: boolean): Promise<void> {
    const ids = given.map(({ subjectId }) => subjectId);
    assertMayAnswerFor(given, await this.rsvps.findSubjects(change, change.event, ids), managed);
  }

  private async put(change: RsvpChange, eventId: string, given: NewAnswer[]): Promise<void> {
    const ids = given.map(({ subjectId }) => subjectId);
    const coming = await this.rsvps.countComing(change, change.event, ids);
    assertFits(given, { capacity: change.event.capacity, ...coming });
    if (await this.rsvps.putAnswers(change, change.event, given))
      record(change, { kind: 'event.answered', id: eventId });
  }

  private async getVisible({
    manager,
    member,
    now,
    reference,
  }: RsvpChange): Promise<VisibleRow<CalendarEventBody>> {
    const found = await this.calendar.findEvent(member, reference, now, manager);
    if (!found) throw new NotFoundError();
    return found;
  }
}
