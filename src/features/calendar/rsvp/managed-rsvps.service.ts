import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotAuthorizedError, NotFoundError } from '../../../platform/errors/app-error.js';
import { attachment } from '../../../platform/http/content-disposition.js';
import { spreadsheet } from '../../../platform/text/spreadsheet.js';
import { parseEventId } from '../events/event-details.js';
import { wallAt } from '../../../platform/clock/wall-clock.js';
import type { EventRsvps, GivenRsvp, RsvpCounts } from './event-rsvp.dto.js';
import { type AnsweredEvent, ManagedRsvpsRepository } from './managed-rsvps.repository.js';

/** Characters of `YYYY-MM-DDTHH:MM`. */
const MINUTES = 16;

/** Who comes to an event, as its managers read it. */
@Injectable()
export class ManagedRsvpsService {
  constructor(
    private readonly rsvps: ManagedRsvpsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError no event that the member sees, or one that does not ask
   * @throws NotAuthorizedError visible, and not theirs to manage
   */
  async list(member: Member, eventId: string): Promise<EventRsvps> {
    return this.listOf(member, await this.getManaged(member, eventId));
  }

  /**
   * A row for each student or person, answered or not.
   * @throws NotFoundError
   * @throws NotAuthorizedError
   */
  async exportAnswers(member: Member, eventId: string): Promise<StreamableFile> {
    const event = await this.getManaged(member, eventId);
    const csv = answersAsCsv(await this.listOf(member, event), event.timeZone);
    return attachment(event.title, 'csv', 'text/csv; charset=utf-8', csv);
  }

  private async listOf(member: Member, event: AnsweredEvent): Promise<EventRsvps> {
    const answers = await this.rsvps.findAnswers(member, event);
    const outstanding =
      event.by === 'student'
        ? await this.rsvps.findOutstandingStudents(member, event)
        : await this.rsvps.findOutstandingMembers(member, event, this.clock.now());
    return { counts: countsOf(answers), answers, outstanding };
  }

  private async getManaged(member: Member, eventId: string): Promise<AnsweredEvent> {
    const event = await this.rsvps.findEvent(member, parseEventId(eventId), this.clock.now());
    return assertManaged(event);
  }
}

/**
 * @throws NotFoundError not there for the member, or it does not ask who comes
 * @throws NotAuthorizedError
 */
export function assertManaged(event: AnsweredEvent | null): AnsweredEvent {
  if (!event || (!event.managed && !event.retained)) throw new NotFoundError();
  if (!event.managed) throw new NotAuthorizedError();
  if (!event.by) throw new NotFoundError();
  return event;
}

function countsOf(answers: GivenRsvp[]): RsvpCounts {
  const counts = { yes: 0, no: 0, maybe: 0 };
  for (const { answer } of answers) counts[answer] += 1;
  return counts;
}

const answersAsCsv = ({ answers, outstanding }: EventRsvps, timeZone: string): string =>
  spreadsheet(
    ['Name', 'Answer', 'Comment', 'Answered by', 'Answered at'],
    [
      ...answers.map(({ name, answer, comment, answered_by, answered_at }) => [
        ...[name, answer, comment, answered_by],
        wallAt(new Date(answered_at), timeZone).slice(0, MINUTES).replace('T', ' '),
      ]),
      ...outstanding.map(({ name }) => [name, null, null, null, null]),
    ],
  );
