import { Controller, Get, HttpCode, Post, type StreamableFile } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOfSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { SchoolConfirmation, SentReminders } from './confirmation.dto.js';
import { ConfirmationReminders } from './confirmation-reminders.service.js';
import { SchoolConfirmationService } from './school-confirmation.service.js';

@ApiTags('Confirmation')
@Controller('schools/:schoolId')
@SchoolMember()
@ApiId('schoolId')
export class SchoolConfirmationController {
  constructor(
    private readonly confirmations: SchoolConfirmationService,
    private readonly reminders: ConfirmationReminders,
  ) {}

  /** Who has confirmed that what the school has on file is right, and who has not, for admins: names alone. */
  @Get('confirmation')
  @AdminOfSchool()
  @WeakETag()
  @Compressed()
  @ApiErrors(403)
  getSchoolConfirmation(@CurrentMember() member: Member): Promise<SchoolConfirmation> {
    return this.confirmations.get(member);
  }

  /** The same as a table for spreadsheets: a row for each person. UTF-8 with a byte order mark; no cell is a formula. */
  @Get('confirmation.csv')
  @AdminOfSchool()
  @ApiOkResponse({
    description: 'A heading and a row for each person.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(403)
  exportSchoolConfirmation(@CurrentMember() member: Member): Promise<StreamableFile> {
    return this.confirmations.exportCsv(member);
  }

  /** Reminds those who have not confirmed, once in 24 hours. */
  @Post('confirmation/reminders')
  @AdminOfSchool()
  @HttpCode(202)
  @Repeatable(({ recipients }: SentReminders) => String(recipients))
  @ApiAcceptedResponse({ type: SentReminders, description: 'The reminders are on their way.' })
  @ApiErrors(400, 403, [409, 'closed', 'too_soon'])
  sendConfirmationReminders(
    @CurrentMember() member: Member,
    @CurrentReplay() replay?: Replay,
  ): Promise<SentReminders> {
    return this.reminders.remind(member, replay);
  }
}
