import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { CalendarEvents } from './calendar-event.dto.js';
import { EventsService } from './events.service.js';
import { Prefetch, Prefetched } from '../../../platform/auth/prefetch.js';
import { Compressed } from '../../../platform/http/compressed.js';
import type { PreparedJson } from '../../../platform/http/prepared-json.js';
import { CALENDAR_PREFETCH, type CalendarContext } from './calendar.snapshots.js';

@ApiTags('Calendar')
@Controller('schools/:schoolId/calendar')
@SchoolMember()
@Feature('calendar')
export class CalendarController {
  constructor(private readonly events: EventsService) {}

  /** Every event that is addressed to the caller or managed by them, of all dates, the repeating ones one by one. */
  @Get()
  @Prefetch(CALENDAR_PREFETCH)
  @WeakETag()
  @Compressed()
  @ApiId('schoolId')
  @ApiOkResponse({ type: CalendarEvents })
  @ApiErrors(403, 404)
  listCalendar(
    @CurrentMember() member: Member,
    @Prefetched() prefetched: CalendarContext,
  ): Promise<PreparedJson> {
    return this.events.list(member, prefetched);
  }
}
