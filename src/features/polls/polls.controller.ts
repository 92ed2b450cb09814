import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { Polls } from './poll.dto.js';
import { PollsService } from './polls.service.js';

@ApiTags('Polls')
@Controller('schools/:schoolId/polls')
@SchoolMember()
@Feature('polls')
@ApiId('schoolId')
export class PollsController {
  constructor(private readonly polls: PollsService) {}

  /** Those that have opened and are addressed to the caller, admins included; closed ones come last. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Polls })
  @ApiErrors(403, 404)
  listPolls(@CurrentMember() member: Member): Promise<SerializedJson> {
    return this.polls.list(member);
  }
}
