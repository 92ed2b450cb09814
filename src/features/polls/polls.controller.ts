import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { JsonText } from '../../http/json-text.js';
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
  @ListTag()
  @Compressed()
  @ApiOkResponse({ type: Polls })
  @ApiErrors(403, 404)
  listPolls(@CurrentMember() member: Member): Promise<JsonText> {
    return this.polls.list(member);
  }
}
