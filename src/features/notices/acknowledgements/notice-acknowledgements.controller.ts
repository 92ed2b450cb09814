import { Controller, Get, HttpCode, Param, Post, type StreamableFile } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { NoticeAcknowledgements, SentReminders } from './notice-acknowledgement.dto.js';
import { NoticeAcknowledgementsService } from './notice-acknowledgements.service.js';
import { NoticeRemindersService } from './notice-reminders.service.js';

@ApiTags('Notices')
@Controller('schools/:schoolId/notices/:noticeId')
@SchoolMember()
@Feature('notices')
@ApiId('schoolId')
@ApiId('noticeId')
export class NoticeAcknowledgementsController {
  constructor(
    private readonly acknowledgements: NoticeAcknowledgementsService,
    private readonly reminders: NoticeRemindersService,
  ) {}

  /**
   * Says that the caller has read the notice as it is now, where it asks for that. Another title or body asks again; what was
   * acknowledged stays on record.
   */
  @Post('acknowledgement')
  @HttpCode(204)
  @ApiErrors(403, 404)
  acknowledgeNotice(@CurrentMember() member: Member, @Param('noticeId') noticeId: string): Promise<void> {
    return this.acknowledgements.acknowledge(member, noticeId);
  }

  /** Who has acknowledged the notice, and who has not yet, for its managers. */
  @Get('acknowledgements')
  @WeakETag()
  @Compressed()
  @ApiErrors(403, 404)
  listNoticeAcknowledgements(
    @CurrentMember() member: Member,
    @Param('noticeId') noticeId: string,
  ): Promise<NoticeAcknowledgements> {
    return this.acknowledgements.list(member, noticeId);
  }

  /**
   * That as a table for spreadsheets: a row for each person whom the notice is addressed to. UTF-8 with a byte order mark; no cell is
   * a formula.
   */
  @Get('acknowledgements.csv')
  @ApiOkResponse({
    description: 'A heading and a row for each person.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(403, 404)
  exportNoticeAcknowledgements(
    @CurrentMember() member: Member,
    @Param('noticeId') noticeId: string,
  ): Promise<StreamableFile> {
    return this.acknowledgements.export(member, noticeId);
  }

  /** Reminds those who have not acknowledged the notice, once in 24 hours. */
  @Post('reminders')
  @HttpCode(202)
  @Repeatable(({ recipients }: SentReminders) => String(recipients))
  @ApiAcceptedResponse({ type: SentReminders, description: 'The reminders are on their way.' })
  @ApiErrors(400, 403, 404, [409, 'closed', 'not_open', 'too_soon'])
  sendNoticeReminders(
    @CurrentMember() member: Member,
    @Param('noticeId') noticeId: string,
    @CurrentReplay() replay?: Replay,
  ): Promise<SentReminders> {
    return this.reminders.remind(member, noticeId, replay);
  }
}
