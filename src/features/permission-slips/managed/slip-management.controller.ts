import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { Feature, ManagerOfItem } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { ApiIfMatch, StrongETag } from '../../../platform/http/conditional-request.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { SlipResponseBody } from '../responses/slip-response.dto.js';
import { ManagedSlipDetail, SentReminders, SlipChanges } from './managed-slip.dto.js';
import { ManagedSlipsService } from './managed-slips.service.js';
import { PaperResponseInput } from './paper-response.dto.js';
import { PaperResponsesService } from './paper-responses.service.js';
import { SlipChangesService } from './slip-changes.service.js';
import { SlipReminders } from './slip-reminders.service.js';

@ApiTags('Permission slips')
@Controller('permission-slips/:slipId')
@ManagerOfItem('managed_slip', 'slipId')
@Feature('signups')
@ApiId('slipId')
export class SlipManagementController {
  constructor(
    private readonly slips: ManagedSlipsService,
    private readonly changes: SlipChangesService,
    private readonly reminders: SlipReminders,
    private readonly paper: PaperResponsesService,
  ) {}

  /** A slip with every student and the answers for them, for its managers: whatever its audience, before it opens and once it is deleted. */
  @Get('management')
  @StrongETag()
  @ApiErrors(403, 404)
  getManagedPermissionSlip(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
  ): Promise<ManagedSlipDetail> {
    return this.slips.get(member, slipId);
  }

  /**
   * Changes what is given. Another text or statement is another version: answers keep the one that was signed. Once somebody has
   * answered, questions, `answer_per`, who has to sign and `opens_at` are fixed. `deleted: false` brings back what was deleted in the last 30
   * days.
   */
  @Patch('management')
  @ApiIfMatch()
  @ApiErrors([400, 'foreign_key_not_owned'], 403, 404, [409, 'has_answers', 'limit_reached'])
  changePermissionSlip(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
    @JsonBody() input: SlipChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<ManagedSlipDetail> {
    return this.changes.change(member, slipId, input, ifMatch);
  }

  /** Hides the slip at once. Answers are kept for those who gave them; for 30 days it can be brought back. */
  @Delete('management')
  @HttpCode(204)
  @ApiIfMatch()
  @ApiErrors(403, 404, 409)
  deletePermissionSlip(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, slipId, ifMatch);
  }

  /** Reminds those who owe an answer, once in 24 hours. */
  @Post('reminders')
  @HttpCode(202)
  @Repeatable(({ recipients }: SentReminders) => String(recipients))
  @ApiAcceptedResponse({ type: SentReminders, description: 'The reminders are on their way.' })
  @ApiErrors(400, 403, 404, [409, 'closed', 'not_open', 'too_soon'])
  sendPermissionSlipReminders(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
    @CurrentReplay() replay?: Replay,
  ): Promise<SentReminders> {
    return this.reminders.remind(member, slipId, replay);
  }

  /**
   * Records an answer that came on paper, for one student; also once the slip has closed. Whoever has the same name as its signer has
   * changed their answer by it; of somebody else's, declined wins as ever. The other guardians are told.
   */
  @Post('paper-responses')
  @Repeatable()
  @ApiErrors([400, 'foreign_key_not_owned', 'invalid_answers'], [403, 'restricted'], 404, [
    409,
    'already_responded',
    'declined_by_other_guardian',
    'limit_reached',
    'not_open',
  ])
  recordPaperResponse(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
    @JsonBody() input: PaperResponseInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<SlipResponseBody> {
    return this.paper.record(member, slipId, input, replay);
  }
}
