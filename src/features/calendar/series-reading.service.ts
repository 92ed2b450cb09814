import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { isUuid } from '../../access/uuid.js';
import { Clock } from '../../clock/clock.js';
import { NotFoundError } from '../../errors/app-error.js';
import { JsonText } from '../../http/json-text.js';
import { CalendarRepository } from './calendar.repository.js';
import type { EventSeriesBody } from './event-series.dto.js';

/** Series as a member may see them: what is addressed to them, and what they manage. */
@Injectable()
export class SeriesReadingService {
  constructor(
    private readonly calendar: CalendarRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<JsonText> {
    return new JsonText(await this.calendar.findAllSeries(member, this.clock.now()));
  }

  /** @throws NotFoundError */
  async get(member: Member, seriesId: string): Promise<EventSeriesBody> {
    const found = isUuid(seriesId) && (await this.calendar.findSeries(member, seriesId, this.clock.now()));
    if (!found) throw new NotFoundError();
    return found.body;
  }

  /** @throws NotFoundError */
  async listOccurrences(member: Member, seriesId: string): Promise<JsonText> {
    await this.get(member, seriesId);
    return new JsonText(await this.calendar.findOccurrences(member, seriesId, this.clock.now()));
  }
}
