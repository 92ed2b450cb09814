import { Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, PublisherOfSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { CreatedItem, ManagedItemsQuery, ManagedPolls, PollInput } from './managed/managed-poll.dto.js';
import { ManagedPollsService } from './managed/managed-polls.service.js';
import { PollChangesService } from './managed/poll-changes.service.js';
import { Polls } from './poll.dto.js';
import { PollsService } from './polls.service.js';

@ApiTags('Polls')
@Controller('schools/:schoolId/polls')
@SchoolMember()
@Feature('polls')
@ApiId('schoolId')
export class PollsController {
  constructor(
    private readonly polls: PollsService,
    private readonly managed: ManagedPollsService,
    private readonly changes: PollChangesService,
  ) {}

  /** Those that have opened and are addressed to the caller, admins included; closed ones come last. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Polls })
  @ApiErrors(403, 404)
  listPolls(@CurrentMember() member: Member): Promise<SerializedJson> {
    return this.polls.list(member);
  }

  /**
   * Adds a poll, which alerts its audience when it opens; without `opens_at` it is a draft. An admin may, and an editor for an
   * organization that they hold a live grant on.
   */
  @Post()
  @PublisherOfSchool()
  @Repeatable()
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createPoll(
    @CurrentMember() member: Member,
    @JsonBody() input: PollInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CreatedItem> {
    return this.changes.create(member, input, replay);
  }

  /** Those that the caller manages, with their totals: an admin all of them, an editor those of their organizations. */
  @Get('managed')
  @PublisherOfSchool()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: ManagedPolls })
  @ApiErrors(400, 403, 404)
  listManagedPolls(
    @CurrentMember() member: Member,
    @ValidQuery() { state }: ManagedItemsQuery,
  ): Promise<SerializedJson> {
    return this.managed.list(member, state);
  }
}
