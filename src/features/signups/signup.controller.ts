import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Feature, MemberOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiIfMatch, StrongETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { SignupDetail } from './signup.dto.js';
import { SignupsService } from './signups.service.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { ClaimWithdrawal } from './claims/claim-withdrawal.service.js';
import { SignupClaimBody, SignupClaimChanges, SignupClaimInput } from './claims/signup-claim.dto.js';
import { SignupClaimsService } from './claims/signup-claims.service.js';

@ApiTags('Sign-ups')
@Controller('signups/:signupId')
@Feature('signups')
@ApiId('signupId')
export class SignupController {
  constructor(
    private readonly signups: SignupsService,
    private readonly claims: SignupClaimsService,
    private readonly withdrawal: ClaimWithdrawal,
  ) {}

  /** A sign-up that is addressed to the caller: an admin, too, sees no other here. */
  @Get()
  @MemberOfItemSchool('signup', 'signupId')
  @StrongETag()
  @ApiErrors(404)
  getSignup(@CurrentMember() member: Member, @Param('signupId') signupId: string): Promise<SignupDetail> {
    return this.signups.get(member, signupId);
  }

  /**
   * Claims places of an item, all of them or none (409 `item_full`). A second claim for the same student is added to the
   * first one, which is the answer then. While someone waits, places that become free are theirs.
   */
  @Post('claims')
  @MemberOfItemSchool('signup', 'signupId')
  @Repeatable()
  @ApiErrors([400, 'invalid_answers', 'limit_reached', 'not_linked', 'closed'], [403, 'restricted'], 404, [
    409,
    'item_full',
    'limit_reached',
  ])
  createSignupClaim(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
    @JsonBody() input: SignupClaimInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<SignupClaimBody> {
    return this.claims.claim(member, signupId, input, replay);
  }

  /**
   * Changes the caller's own claim in one step, or leaves it as it is. Who waits and asks for more goes to the end of the
   * queue. If-Match is the ETag of the sign-up.
   */
  @Patch('claims/:claimId')
  @MemberOfItemSchool('signup', 'signupId')
  @ApiId('claimId')
  @ApiIfMatch()
  @ApiErrors([400, 'limit_reached', 'closed', 'not_linked', 'invalid_answers'], [403, 'restricted'], 404, [
    409,
    'item_full',
    'limit_reached',
  ])
  changeSignupClaim(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
    @Param('claimId') claimId: string,
    @JsonBody() input: SignupClaimChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<SignupClaimBody> {
    return this.claims.change(member, { signupId, claimId }, input, ifMatch);
  }

  /**
   * Withdraws a claim: its author may, another guardian of the student whom it is for, and at any time a manager. Who
   * waits for its places gets them. If-Match is the ETag of the sign-up.
   */
  @Delete('claims/:claimId')
  @MemberOfItemSchool('claimed_signup', 'signupId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiId('claimId')
  @ApiIfMatch()
  @ApiErrors([400, 'withdrawal_closed'], 403, 404, 409)
  withdrawSignupClaim(
    @CurrentMember() member: Member,
    @Param('signupId') signupId: string,
    @Param('claimId') claimId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.withdrawal.withdraw(member, { signupId, claimId }, ifMatch);
  }
}
