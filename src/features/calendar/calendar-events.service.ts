import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError, invalidField } from '../../platform/errors/app-error.js';
import { type PreparedJson, SerializedJson } from '../../platform/http/prepared-json.js';
import { SnapshotsService } from '../../platform/cache/snapshots.service.js';
import type { CalendarEventBody, ScheduleQuery } from './calendar-event.dto.js';
import { CalendarRepository, type Days, type Seen, ScheduleRepository } from './calendar.repository.js';
import { CALENDAR, seenInCalendar, type SeenWithCalendar } from './calendar.snapshots.js';
import { existingEventId } from './event-details.js';

/** The calendar as a member may see it: what is addressed to them, and what they manage. */
@Injectable()
export class CalendarEventsService {
  constructor(
    private readonly calendar: CalendarRepository,
    private readonly snapshots: SnapshotsService,
    private readonly clock: Clock,
  ) {}

  list(member: Member, seen: SeenWithCalendar): Promise<PreparedJson> {
    return this.snapshots.read(CALENDAR, member, seenInCalendar(seen, this.clock.now()));
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

/** The events of one organization, as the caller sees them in the calendar. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailedError when the days are the wrong way round */
  async list(member: Member, organizationId: string, days: ScheduleQuery): Promise<SerializedJson> {
    if (days.from && days.to && days.from > days.to) throw invalidField('to', 'to must not be before from');
    return new SerializedJson(
      await this.schedule.findSchedule(member, organizationId, days, this.clock.now()),
    );
  }
}
