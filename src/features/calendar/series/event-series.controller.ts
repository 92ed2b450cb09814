import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, PublisherOfSchool, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { StrongETag, WeakETag, ApiIfMatch } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import type { PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { CalendarEvents } from '../events/calendar-event.dto.js';
import {
  AllEventSeries,
  ChangedEventSeries,
  EventSeriesBody,
  SeriesChanges,
  SeriesInput,
} from './event-series.dto.js';
import { EventSeriesService } from './event-series.service.js';
import { SeriesReadingService } from './series-reading.service.js';

@ApiTags('Calendar')
@Controller('schools/:schoolId/calendar/series')
@SchoolMember()
@Feature('calendar')
@ApiId('schoolId')
export class EventSeriesController {
  constructor(
    private readonly series: SeriesReadingService,
    private readonly changes: EventSeriesService,
  ) {}

  /** Every series that is addressed to the caller or managed by them. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: AllEventSeries })
  @ApiErrors(403, 404)
  listEventSeries(@CurrentMember() member: Member): Promise<SerializedJson> {
    return this.series.list(member);
  }

  /** Creates a repeating event. An admin may, and an editor for an organization that they hold a live grant on. */
  @Post()
  @PublisherOfSchool()
  @Repeatable()
  @ApiErrors([400, 'too_many_occurrences', 'unsupported_rule'], 403, 404, [409, 'limit_reached'])
  createEventSeries(
    @CurrentMember() member: Member,
    @JsonBody() input: SeriesInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<EventSeriesBody> {
    return this.changes.create(member, input, replay);
  }

  /** One series: its rule, its times and its details. */
  @Get(':seriesId')
  @StrongETag()
  @ApiId('seriesId')
  @ApiErrors(403, 404)
  getEventSeries(
    @CurrentMember() member: Member,
    @Param('seriesId') seriesId: string,
  ): Promise<EventSeriesBody> {
    return this.series.get(member, seriesId);
  }

  /**
   * Changes all of a series, but for that in which an exception differs on purpose. Another time, zone or rule computes
   * the occurrences again: an exception whose original start is gone is dropped, an occurrence with a result stays as
   * a single event. Of occurrences that begin within 14 days, the next with another time, arrival or place is told and mailed to
   * those whom it is addressed to (`event_changed`), and the next that is off (`event_cancelled`).
   */
  @Patch(':seriesId')
  @ApiId('seriesId')
  @ApiIfMatch()
  @ApiErrors([400, 'too_many_occurrences', 'unsupported_rule'], 403, 404, [409, 'limit_reached'])
  changeEventSeries(
    @CurrentMember() member: Member,
    @Param('seriesId') seriesId: string,
    @JsonBody() input: SeriesChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<ChangedEventSeries> {
    return this.changes.change(member, seriesId, input, ifMatch);
  }

  /**
   * Takes a series away; occurrences with a result stay as single events. The next that would have begun within 14 days is
   * told and mailed to those whom it was addressed to (`event_cancelled`).
   */
  @Delete(':seriesId')
  @HttpCode(204)
  @ApiId('seriesId')
  @ApiIfMatch()
  @ApiErrors(403, 404, 409)
  deleteEventSeries(
    @CurrentMember() member: Member,
    @Param('seriesId') seriesId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, seriesId, ifMatch);
  }

  /** The occurrences of a series, those that were called off in the last 30 days included. */
  @Get(':seriesId/occurrences')
  @WeakETag()
  @Compressed()
  @ApiId('seriesId')
  @ApiOkResponse({ type: CalendarEvents })
  @ApiErrors(403, 404)
  listOccurrences(
    @CurrentMember() member: Member,
    @Param('seriesId') seriesId: string,
  ): Promise<SerializedJson | PreparedJson> {
    return this.series.listOccurrences(member, seriesId);
  }
}
