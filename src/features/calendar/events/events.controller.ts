import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Feature, PublisherOfSchool, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiIfMatch, StrongETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiEventId, ApiId } from '../../../platform/http/api-errors.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { CalendarEventBody, ChangedCalendarEvent } from './calendar-event.dto.js';
import { EventsService } from './events.service.js';
import { EventChanges, EventInput, ScopeQuery } from './event-input.dto.js';
import { EventChangesService } from './event-changes.service.js';

@ApiTags('Calendar')
@Controller('schools/:schoolId/calendar/events')
@SchoolMember()
@Feature('calendar')
@ApiId('schoolId')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly changes: EventChangesService,
  ) {}

  /** One event, or one occurrence of a series. */
  @Get(':eventId')
  @StrongETag()
  @ApiEventId()
  @ApiErrors(403, 404)
  getEvent(@CurrentMember() member: Member, @Param('eventId') eventId: string): Promise<CalendarEventBody> {
    return this.events.get(member, eventId);
  }

  /** Creates a single event. An admin may, and an editor for an organization that they hold a live grant on. */
  @Post()
  @PublisherOfSchool()
  @Repeatable()
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createEvent(
    @CurrentMember() member: Member,
    @JsonBody() input: EventInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CalendarEventBody> {
    return this.changes.create(member, input, replay);
  }

  /**
   * Changes an event, or an occurrence: alone, with those that follow, or all of its series. With `following` or `all`,
   * times change the time of day and the duration of all that are concerned; another date is a change of the rule.
   * Another time, arrival or place of what begins within 14 days is told and mailed to those whom it is addressed to
   * (`event_changed`), of a series once; another day also to those who have said yes or maybe.
   */
  @Patch(':eventId')
  @ApiEventId()
  @ApiIfMatch()
  @ApiErrors([400, 'unsupported_rule', 'too_many_occurrences'], 403, 404, [409, 'limit_reached'])
  changeEvent(
    @CurrentMember() member: Member,
    @Param('eventId') eventId: string,
    @ValidQuery() query: ScopeQuery,
    @JsonBody() input: EventChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<ChangedCalendarEvent> {
    return this.changes.change(member, eventId, input, query, ifMatch);
  }

  /**
   * Cancels an event or an occurrence, or deletes an occurrence with those that follow, or its whole series. What would
   * have begun within 14 days is told and mailed to those whom it was addressed to (`event_cancelled`), of a series once, and in any
   * case to those who have said yes or maybe.
   */
  @Delete(':eventId')
  @HttpCode(204)
  @ApiEventId()
  @ApiIfMatch()
  @ApiErrors(400, 403, 404, 409)
  deleteEvent(
    @CurrentMember() member: Member,
    @Param('eventId') eventId: string,
    @ValidQuery() query: ScopeQuery,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, eventId, query, ifMatch);
  }
}
