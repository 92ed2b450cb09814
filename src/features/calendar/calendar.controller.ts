import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import type { JsonText } from '../../http/json-text.js';
import { CalendarEvents } from './calendar-event.dto.js';
import { CalendarEventsService } from './calendar-events.service.js';

@ApiTags('Calendar')
@Controller('schools/:schoolId/calendar')
@SchoolMember()
@Feature('calendar')
export class CalendarController {
  constructor(private readonly events: CalendarEventsService) {}

  /** Every event that is addressed to the caller or managed by them, of all dates, the repeating ones one by one. */
  @Get()
  @ListTag()
  @ApiId('schoolId')
  @ApiOkResponse({ type: CalendarEvents })
  @ApiErrors(403, 404)
  listCalendar(@CurrentMember() member: Member): Promise<JsonText> {
    return this.events.list(member);
  }
}
