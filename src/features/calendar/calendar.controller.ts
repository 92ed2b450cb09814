import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { Along, AlongWithAccess } from '../../access/along-with-access.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { ReadyJson } from '../../http/ready-json.js';
import { CalendarEvents } from './calendar-event.dto.js';
import { CalendarEventsService } from './calendar-events.service.js';
import { ALONG_WITH_CALENDAR, type SeenWithCalendar } from './calendar.snapshots.js';

@ApiTags('Calendar')
@Controller('schools/:schoolId/calendar')
@SchoolMember()
@Feature('calendar')
export class CalendarController {
  constructor(private readonly events: CalendarEventsService) {}

  /** Every event that is addressed to the caller or managed by them, of all dates, the repeating ones one by one. */
  @Get()
  @AlongWithAccess(ALONG_WITH_CALENDAR)
  @ListTag()
  @Compressed()
  @ApiId('schoolId')
  @ApiOkResponse({ type: CalendarEvents })
  @ApiErrors(403, 404)
  listCalendar(@CurrentMember() member: Member, @Along() seen: SeenWithCalendar): Promise<ReadyJson> {
    return this.events.list(member, seen);
  }
}
