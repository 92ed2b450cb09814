import {
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  type StreamableFile,
} from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, ManagerOfItem } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { ApiIfMatch, StrongETag } from '../../../platform/http/conditional-request.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { ManagedPoll, PollChanges, SentReminders } from './managed-poll.dto.js';
import { ManagedPollsService } from './managed-polls.service.js';
import { PollChangesService } from './poll-changes.service.js';
import { PollRemindersService } from './poll-reminders.service.js';

@ApiTags('Polls')
@Controller('polls/:pollId')
@ManagerOfItem('managed_poll', 'pollId')
@Feature('polls')
@ApiId('pollId')
export class PollManagementController {
  constructor(
    private readonly polls: ManagedPollsService,
    private readonly changes: PollChangesService,
    private readonly reminders: PollRemindersService,
  ) {}

  /** A poll with its totals and who has answered, for its managers: whatever its audience, before it opens and once it is deleted. */
  @Get('management')
  @StrongETag()
  @ApiErrors(403, 404)
  getManagedPoll(@CurrentMember() member: Member, @Param('pollId') pollId: string): Promise<ManagedPoll> {
    return this.polls.get(member, pollId);
  }

  /**
   * Changes what is given. Once somebody has answered, questions, `anonymous` and `opens_at` are fixed. `deleted: false` brings back
   * what was deleted in the last 30 days.
   */
  @Patch('management')
  @ApiIfMatch()
  @ApiErrors(400, 403, 404, [409, 'has_answers', 'limit_reached'])
  changePoll(
    @CurrentMember() member: Member,
    @Param('pollId') pollId: string,
    @JsonBody() input: PollChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<ManagedPoll> {
    return this.changes.change(member, pollId, input, ifMatch);
  }

  /** Hides the poll at once. Answers are kept for those who gave them; for 30 days it can be brought back. */
  @Delete('management')
  @HttpCode(204)
  @ApiIfMatch()
  @ApiErrors(403, 404, 409)
  deletePoll(
    @CurrentMember() member: Member,
    @Param('pollId') pollId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, pollId, ifMatch);
  }

  /** Reminds those who have not answered, once in 24 hours. */
  @Post('reminders')
  @HttpCode(202)
  @Repeatable(({ recipients }: SentReminders) => String(recipients))
  @ApiAcceptedResponse({ type: SentReminders, description: 'The reminders are on their way.' })
  @ApiErrors(400, 403, 404, [409, 'closed', 'not_open', 'too_soon'])
  sendPollReminders(
    @CurrentMember() member: Member,
    @Param('pollId') pollId: string,
    @CurrentReplay() replay?: Replay,
  ): Promise<SentReminders> {
    return this.reminders.remind(member, pollId, replay);
  }

  /**
   * The answers as a table for spreadsheets: a row for each person, also for those who have not answered. Of an anonymous poll a
   * row for each choice, with how often it was chosen. UTF-8 with a byte order mark; no cell is a formula.
   */
  @Get('results.csv')
  @ApiOkResponse({
    description: 'A heading and a row for each person or choice.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(403, 404)
  exportPollResults(
    @CurrentMember() member: Member,
    @Param('pollId') pollId: string,
  ): Promise<StreamableFile> {
    return this.polls.exportResults(member, pollId);
  }
}
