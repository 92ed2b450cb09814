import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { invalidField } from '../../../platform/errors/app-error.js';
import type { PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { eventsJson } from '../rsvp/events-json.js';
import type { ScheduleQuery } from './calendar-event.dto.js';
import { ScheduleRepository } from './schedule.repository.js';

/** The events of one organization, as the caller sees them in the calendar. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailedError when the days are the wrong way round */
  async list(
    member: Member,
    organizationId: string,
    days: ScheduleQuery,
  ): Promise<SerializedJson | PreparedJson> {
    if (days.from && days.to && days.from > days.to) throw invalidField('to', 'to must not be before from');
    return eventsJson(await this.schedule.findSchedule(member, organizationId, days, this.clock.now()));
  }
}
