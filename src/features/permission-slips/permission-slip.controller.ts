import {
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Feature, MemberOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiIfMatch, StrongETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { PermissionSlipDetail } from './permission-slip.dto.js';
import { PermissionSlipsService } from './permission-slips.service.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import {
  type ChangeConditions,
  CurrentConditions,
  CurrentReplay,
  type Replay,
} from '../idempotency/replay.js';
import { DrawnSignatureInterceptor } from './responses/drawn-signature.interceptor.js';
import { CurrentSigningRequest, type SigningRequest } from './responses/signature.js';
import { SlipResponseBody, SlipResponseChange, SlipResponseInput } from './responses/slip-response.dto.js';
import { type SlipResponsePath, SlipResponsesService } from './responses/slip-responses.service.js';

@ApiTags('Permission slips')
@Controller('permission-slips/:slipId')
@MemberOfItemSchool('permission_slip', 'slipId')
@Feature('signups')
@ApiId('slipId')
export class PermissionSlipController {
  constructor(
    private readonly slips: PermissionSlipsService,
    private readonly responses: SlipResponsesService,
  ) {}

  /** A permission slip that is addressed to the caller, from opens_at until visible_until; admins included. */
  @Get()
  @StrongETag()
  @ApiErrors(404)
  getPermissionSlip(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
  ): Promise<PermissionSlipDetail> {
    return this.slips.get(member, slipId);
  }

  /**
   * Answers for a student of the caller's, or for all of them where one answer is given a family.
   * @remarks Declined wins: it takes the place of what another guardian has granted, and has to be withdrawn before one
   * of them grants (409 `declined_by_other_guardian`), unless whoever declined is no guardian of the student any more. The
   * same decision again is a second signature where two guardians have to sign, else 409 `already_responded`.
   */
  @Post('responses')
  @Repeatable()
  @UseInterceptors(DrawnSignatureInterceptor)
  @ApiErrors(
    [400, 'closed', 'invalid_answers', 'signature_required', 'unsupported_type'],
    [403, 'restricted'],
    404,
    [409, 'already_responded', 'declined_by_other_guardian', 'stale', 'limit_reached'],
  )
  answerPermissionSlip(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
    @JsonBody() input: SlipResponseInput,
    @CurrentSigningRequest() request: SigningRequest,
    @CurrentReplay() replay?: Replay,
  ): Promise<SlipResponseBody> {
    return this.responses.respond(member, slipId, input, request, replay);
  }

  /**
   * A new revision of the caller's own answer, until the slip closes; the former one is kept. That of a family is for its
   * students of now. `If-Match` is the ETag of the permission slip.
   */
  @Patch('responses/:responseId')
  @Repeatable()
  @UseInterceptors(DrawnSignatureInterceptor)
  @ApiIfMatch()
  @ApiId('responseId')
  @ApiErrors(
    [400, 'edit_closed', 'signature_required', 'closed', 'invalid_answers', 'unsupported_type'],
    404,
    [409, 'already_responded', 'declined_by_other_guardian', 'limit_reached'],
  )
  changeSlipResponse(
    @CurrentMember() member: Member,
    @Param() path: SlipResponsePath,
    @JsonBody() input: SlipResponseChange,
    @CurrentSigningRequest() request: SigningRequest,
    @CurrentConditions() conditions: ChangeConditions,
  ): Promise<SlipResponseBody> {
    return this.responses.change(member, path, input, { request, ...conditions });
  }

  /**
   * Withdraws the caller's own answer, until the slip closes. It is kept; again is 204 as well. `If-Match` is the ETag of
   * the permission slip.
   */
  @Delete('responses/:responseId')
  @HttpCode(204)
  @ApiIfMatch()
  @ApiId('responseId')
  @ApiErrors([400, 'edit_closed'], 404, 409)
  withdrawSlipResponse(
    @CurrentMember() member: Member,
    @Param() path: SlipResponsePath,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.responses.withdraw(member, path, ifMatch);
  }
}
