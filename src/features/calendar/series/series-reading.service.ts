import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { CalendarRepository } from '../events/calendar.repository.js';
import type { EventSeriesBody } from './event-series.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { eventsJson } from '../rsvp/events-json.js';

/** Series as a member may see them: what is addressed to them, and what they manage. */
@Injectable()
export class SeriesReadingService {
  constructor(
    private readonly calendar: CalendarRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.calendar.findAllSeries(member, this.clock.now()));
  }

  /** @throws NotFoundError */
  async get(member: Member, seriesId: string): Promise<EventSeriesBody> {
    const found = isUuid(seriesId) && (await this.calendar.findSeries(member, seriesId, this.clock.now()));
    if (!found) throw new NotFoundError();
    return found.body;
  }

  /** @throws NotFoundError */
  async listOccurrences(member: Member, seriesId: string): Promise<SerializedJson | PreparedJson> {
    await this.get(member, seriesId);
    return eventsJson(await this.calendar.findOccurrences(member, seriesId, this.clock.now()));
  }
}
