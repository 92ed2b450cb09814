import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotFoundError } from '../../errors/app-error.js';
import { JsonText } from '../../http/json-text.js';
import type { CalendarEventBody } from './calendar-event.dto.js';
import { CalendarRepository, type Days, type Seen } from './calendar.repository.js';
import { existingEventId } from './event-id.js';

/** The calendar as a member may see it: what is addressed to them, and what they manage. */
@Injectable()
export class CalendarEventsService {
  constructor(
    private readonly calendar: CalendarRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<JsonText> {
    return new JsonText(await this.calendar.findCalendar(member, this.clock.now()));
  }

  /** @throws NotFoundError */
  async get(member: Member, eventId: string): Promise<CalendarEventBody> {
    return (await this.resolve(member, eventId)).body;
  }

  /**
   * The event or occurrence that an id names, for what hangs on its row.
   * @throws NotFoundError
   */
  async resolve(member: Member, eventId: string): Promise<Seen<CalendarEventBody>> {
    const found = await this.calendar.findEvent(member, existingEventId(eventId), this.clock.now());
    if (!found) throw new NotFoundError();
    return found;
  }

  /** Events that touch one of these days, in the order of the calendar. */
  findInDays(member: Member, days: Days): Promise<CalendarEventBody[]> {
    return this.calendar.findInDays(member, days, this.clock.now());
  }
}
