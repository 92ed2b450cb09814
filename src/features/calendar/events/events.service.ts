import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import type { PreparedJson } from '../../../platform/http/prepared-json.js';
import { SnapshotsService } from '../../../platform/cache/snapshots.service.js';
import type { CalendarEventBody } from './calendar-event.dto.js';
import { CalendarRepository, type Days, type VisibleRow } from './calendar.repository.js';
import { CALENDAR, requestContextOf, type CalendarContext } from './calendar.snapshots.js';
import { parseEventId } from './event-details.js';

/** The calendar as a member may see it: what is addressed to them, and what they manage. */
@Injectable()
export class EventsService {
  constructor(
    private readonly calendar: CalendarRepository,
    private readonly snapshots: SnapshotsService,
    private readonly clock: Clock,
  ) {}

  list(member: Member, prefetched: CalendarContext): Promise<PreparedJson> {
    return this.snapshots.read(CALENDAR, member, requestContextOf(prefetched, this.clock.now()));
  }

  /** @throws NotFoundError */
  async get(member: Member, eventId: string): Promise<CalendarEventBody> {
    return (await this.resolve(member, eventId)).body;
  }

  /**
   * The event or occurrence that an id names, for what hangs on its row.
   * @throws NotFoundError
   */
  async resolve(member: Member, eventId: string): Promise<VisibleRow<CalendarEventBody>> {
    const found = await this.calendar.findEvent(member, parseEventId(eventId), this.clock.now());
    if (!found) throw new NotFoundError();
    return found;
  }

  /** Events that touch one of these days, in the order of the calendar. */
  findInDays(member: Member, days: Days): Promise<CalendarEventBody[]> {
    return this.calendar.findInDays(member, days, this.clock.now());
  }
}
