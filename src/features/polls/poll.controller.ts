import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Feature, MemberOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { StrongETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { PollDetail, PollReceipt, PollResponseInput } from './poll.dto.js';
import { PollsService } from './polls.service.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, OmitBodyDigest, type Replay } from '../idempotency/replay.js';

@ApiTags('Polls')
@Controller('polls/:pollId')
@MemberOfItemSchool('poll', 'pollId')
@Feature('polls')
@ApiId('pollId')
export class PollController {
  constructor(private readonly polls: PollsService) {}

  /** A poll that has opened and is addressed to the caller, or is managed by them; its results as far as they are shown now. */
  @Get()
  @StrongETag()
  @ApiErrors(404)
  getPoll(@CurrentMember() member: Member, @Param('pollId') pollId: string): Promise<PollDetail> {
    return this.polls.get(member, pollId);
  }

  /**
   * Answers every question at once, and for good. A member of the school whom the poll is not addressed to gets 403. Of an
   * anonymous poll only counts are kept; a repeat with `Idempotency-Key` is told by its key alone, whatever its body.
   */
  @Post('respond')
  @HttpCode(200)
  @Repeatable(({ submitted_at }: PollReceipt) => submitted_at)
  @ApiErrors([400, 'already_responded', 'closed', 'invalid_answers'], 403, 404, 409)
  respondToPoll(
    @CurrentMember() member: Member,
    @Param('pollId') pollId: string,
    @JsonBody() input: PollResponseInput,
    @OmitBodyDigest() omitBodyDigest: () => void,
    @CurrentReplay() replay?: Replay,
  ): Promise<PollReceipt> {
    return this.polls.respond(member, pollId, input.answers, { replay, omitBodyDigest });
  }
}
