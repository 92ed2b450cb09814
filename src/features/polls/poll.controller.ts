import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Feature, MemberOfItemSchool } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ItemTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { JsonBody } from '../../http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { PollDetail, PollReceipt, PollResponseInput } from './poll.dto.js';
import { PollsService } from './polls.service.js';

@ApiTags('Polls')
@Controller('polls/:pollId')
@MemberOfItemSchool('poll', 'pollId')
@Feature('polls')
@ApiId('pollId')
export class PollController {
  constructor(private readonly polls: PollsService) {}

  /** A poll that has opened and is addressed to the caller, or is managed by them; its results as far as they are shown now. */
  @Get()
  @ItemTag()
  @ApiErrors(404)
  getPoll(@CurrentMember() member: Member, @Param('pollId') pollId: string): Promise<PollDetail> {
    return this.polls.get(member, pollId);
  }

  /** Answers every question at once, and for good. A member of the school whom the poll is not addressed to gets 403. */
  @Post('respond')
  @HttpCode(200)
  @Repeatable()
  @ApiErrors(400, 403, 404, 409)
  respondToPoll(
    @CurrentMember() member: Member,
    @Param('pollId') pollId: string,
    @JsonBody() input: PollResponseInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<PollReceipt> {
    return this.polls.respond(member, pollId, input.answers, replay);
  }
}
