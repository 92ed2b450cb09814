import { Controller, Get, Headers, HttpCode, Param, Post, Put, type StreamableFile } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiEventId, ApiId } from '../../../platform/http/api-errors.js';
import { ApiIfMatch, WeakETag } from '../../../platform/http/conditional-request.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { EventRsvp, EventRsvps, RsvpInputs, SentRsvpReminders } from './event-rsvp.dto.js';
import { ManagedRsvpsService } from './managed-rsvps.service.js';
import { RsvpReminders } from './rsvp-reminders.service.js';
import { RsvpsService } from './rsvps.service.js';

@ApiTags('Calendar')
@Controller('schools/:schoolId/calendar/events/:eventId')
@SchoolMember()
@Feature('calendar')
@ApiId('schoolId')
@ApiEventId()
export class EventRsvpsController {
  constructor(
    private readonly rsvps: RsvpsService,
    private readonly managed: ManagedRsvpsService,
    private readonly reminders: RsvpReminders,
  ) {}

  /**
   * Says who comes, for several own students at once or for the caller, wholly or not at all. An answer may change until answers end;
   * of two guardians the last one counts. Whoever manages the event records answers at any time, for anybody of the audience, and
   * gives back with `no` the place of who is in it no more. If-Match is the ETag of the event.
   */
  @Put('rsvp')
  @ApiIfMatch()
  @ApiErrors([400, 'closed', 'invalid_answers'], [403, 'restricted'], 404, [409, 'item_full'])
  answerEvent(
    @CurrentMember() member: Member,
    @Param('eventId') eventId: string,
    @JsonBody() input: RsvpInputs,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<EventRsvp> {
    return this.rsvps.answer(member, eventId, input, ifMatch);
  }

  /** Who has answered what, and who has not; for those who manage the event, also once it was called off. */
  @Get('rsvps')
  @WeakETag()
  @ApiErrors(403, 404)
  listEventRsvps(@CurrentMember() member: Member, @Param('eventId') eventId: string): Promise<EventRsvps> {
    return this.managed.list(member, eventId);
  }

  /** The same as a table for spreadsheets, a row for each. UTF-8 with a byte order mark; no cell is a formula. */
  @Get('rsvps.csv')
  @ApiOkResponse({
    description: 'A heading and a row for each student or person.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(403, 404)
  exportEventRsvps(
    @CurrentMember() member: Member,
    @Param('eventId') eventId: string,
  ): Promise<StreamableFile> {
    return this.managed.exportAnswers(member, eventId);
  }

  /** Reminds those who owe an answer, once in 24 hours. */
  @Post('rsvps/reminders')
  @HttpCode(202)
  @Repeatable(({ recipients }: SentRsvpReminders) => String(recipients))
  @ApiAcceptedResponse({ type: SentRsvpReminders, description: 'The reminders are on their way.' })
  @ApiErrors(400, 403, 404, [409, 'closed', 'too_soon'])
  sendEventReminders(
    @CurrentMember() member: Member,
    @Param('eventId') eventId: string,
    @CurrentReplay() replay?: Replay,
  ): Promise<SentRsvpReminders> {
    return this.reminders.remind(member, eventId, replay);
  }
}
