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
import type { LoggedFile } from '../../access-log/access-log-subject.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { SignupClaimBody } from '../claims/signup-claim.dto.js';
import { SignupClaimsService } from '../claims/signup-claims.service.js';
import { accessToClaimants } from './claimants-access.js';
import { ClaimReminders } from './claim-reminders.service.js';
import {
  ManagedClaimInput,
  ManagedSignup,
  SentReminders,
  SignupChanges,
  SignupReminderInput,
} from './managed-signup.dto.js';
import { ManagedSignupsService } from './managed-signups.service.js';
import { SignupChangesService } from './signup-changes.service.js';

@ApiTags('Sign-ups')
@Controller('signups/:signupId')
@ManagerOfItem('managed_signup', 'signupId')
@Feature('signups')
@ApiId('signupId')
export class SignupManagementController {
  constructor(
    private readonly signups: ManagedSignupsService,
    private readonly changes: SignupChangesService,
    private readonly claims: SignupClaimsService,
    private readonly reminders: ClaimReminders,
  ) {}

  /** A sign-up with who has claimed what, for its managers: whatever its audience, before it opens and once it is deleted. */
  @Get('management')
  @StrongETag()
  @LogsAccess(accessToClaimants)
  @ApiErrors(403, 404)
  getManagedSignup(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
  ): Promise<ManagedSignup> {
    return this.signups.get(member, signupId);
  }

  /**
   * Changes what is given. Items are changed by their ids: one that is missing is removed, and those who wait get places that a
   * raised capacity gives. Once something was claimed, questions and `opens_at` are fixed. `deleted: false` brings back what was
   * deleted in the last 30 days.
   */
  @Patch('management')
  @LogsAccess(accessToClaimants)
  @ApiIfMatch()
  @ApiErrors([400, 'too_many_occurrences', 'unsupported_rule'], 403, 404, [
    409,
    'has_answers',
    'limit_reached',
  ])
  changeSignup(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
    @JsonBody() input: SignupChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<ManagedSignup> {
    return this.changes.change(member, signupId, input, ifMatch);
  }

  /** Hides the sign-up at once. Claims are kept for those who made them; for 30 days it can be brought back. */
  @Delete('management')
  @HttpCode(204)
  @ApiIfMatch()
  @ApiErrors(403, 404, 409)
  deleteSignup(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, signupId, ifMatch);
  }

  /** Claims places for a member whom the sign-up is addressed to, by the rules of their own claims; they are told. */
  @Post('management/claims')
  @Repeatable()
  @ApiErrors([400, 'invalid_answers', 'limit_reached', 'not_linked', 'closed'], [403, 'restricted'], 404, [
    409,
    'item_full',
    'limit_reached',
    'not_open',
  ])
  recordSignupClaim(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
    @JsonBody() input: ManagedClaimInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<SignupClaimBody> {
    return this.claims.claimFor(member, signupId, input, replay);
  }

  /** Reminds those who have claimed something of an item, or of all items that lie ahead; each item once in 24 hours. */
  @Post('reminders')
  @HttpCode(202)
  @Repeatable(({ recipients }: SentReminders) => String(recipients))
  @ApiAcceptedResponse({ type: SentReminders, description: 'The reminders are on their way.' })
  @ApiErrors(400, 403, 404, [409, 'closed', 'not_open', 'too_soon'])
  sendSignupReminders(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
    @JsonBody() input: SignupReminderInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<SentReminders> {
    return this.reminders.remind(member, signupId, input.item_id, replay);
  }

  /** The claims as a table for spreadsheets, a row for each. UTF-8 with a byte order mark; no cell is a formula. */
  @Get('claims.csv')
  @LogsAccess(({ loggedAccess }: LoggedFile) => loggedAccess)
  @ApiOkResponse({
    description: 'A heading and a row for each claim.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(403, 404)
  exportSignupClaims(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
  ): Promise<StreamableFile> {
    return this.signups.exportClaims(member, signupId);
  }
}
