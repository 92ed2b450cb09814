import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, MemberOfItemSchool } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiEventId, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import type { PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { EventResultBody, OrganizationResults, ResultInput, ResultsQuery } from '../results/result.dto.js';
import { ResultsService } from '../results/results.service.js';
import { OrganizationSchedule, ScheduleQuery } from './calendar-event.dto.js';
import { ScheduleService } from './schedule.service.js';

@ApiTags('Organizations')
@Controller('organizations/:organizationId')
@MemberOfItemSchool('organization', 'organizationId')
@Feature('calendar')
@ApiId('organizationId')
export class OrganizationScheduleController {
  constructor(
    private readonly schedule: ScheduleService,
    private readonly results: ResultsService,
  ) {}

  /** The organization's events that are addressed to the caller or managed by them, as the calendar shows them. */
  @Get('schedule')
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: OrganizationSchedule })
  @ApiErrors(400, 404)
  getOrganizationSchedule(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @ValidQuery() query: ScheduleQuery,
  ): Promise<SerializedJson | PreparedJson> {
    return this.schedule.list(member, organizationId, query);
  }

  /**
   * How the events ended that are addressed to the caller or managed by them, those that were called off included, and
   * the record that follows from these results.
   */
  @Get('results')
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: OrganizationResults })
  @ApiErrors(400, 404)
  listOrganizationResults(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @ValidQuery() query: ResultsQuery,
  ): Promise<SerializedJson> {
    return this.results.list(member, organizationId, query);
  }

  /**
   * Records how an event ended, or records it anew; for the organization's editors and for admins. The event has
   * started, or was called off and has no result: 400 `not_open` otherwise. Another outcome, score or place is told to
   * those whom the event is addressed to (`result_posted`), but not of one that was called off.
   */
  @Put('results/:eventId')
  @ApiEventId()
  @ApiErrors([400, 'not_open'], 403, 404)
  putOrganizationResult(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @Param('eventId') eventId: string,
    @JsonBody() input: ResultInput,
  ): Promise<EventResultBody> {
    return this.results.put(member, organizationId, eventId, input);
  }

  /** Takes a result away, and what is unread of it; of an event that has none it succeeds. */
  @Delete('results/:eventId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiEventId()
  @ApiErrors(403, 404)
  removeOrganizationResult(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @Param('eventId') eventId: string,
  ): Promise<void> {
    return this.results.remove(member, organizationId, eventId);
  }
}
