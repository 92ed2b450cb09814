import {
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  type StreamableFile,
} from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiQuery } from '@nestjs/swagger';
import { Feature, MemberOfItemSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { StrongETag, WeakETag, ApiIfMatch } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { PermissionSlipDetail, PermissionSlips } from './permission-slip.dto.js';
import { PermissionSlipsService } from './permission-slips.service.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import {
  type ChangeConditions,
  CurrentConditions,
  CurrentReplay,
  type Replay,
} from '../idempotency/replay.js';
import { CurrentSigningRequest, type SigningRequest } from './signature.js';
import { SlipResponseBody, SlipResponseChange, SlipResponseInput } from './slip-response.dto.js';
import { type SlipResponsePath, SlipResponsesService } from './slip-responses.service.js';
import type { LoggedFile } from '../access-log/access-log-subject.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { SlipPdfsService } from './slip-pdfs.service.js';

@ApiTags('Permission slips')
@Controller('schools/:schoolId/permission-slips')
@SchoolMember()
@Feature('signups')
@ApiId('schoolId')
export class PermissionSlipsController {
  constructor(private readonly slips: PermissionSlipsService) {}

  /** What is addressed to the caller, admins included, from opens_at until visible_until. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: PermissionSlips })
  @ApiErrors(403, 404)
  listPermissionSlips(@CurrentMember() member: Member): Promise<SerializedJson> {
    return this.slips.list(member);
  }
}

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

  /** A permission slip that is addressed to the caller, or managed by them at any time. */
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
  @ApiErrors([400, 'closed', 'invalid_answers', 'signature_required', 'unsupported_type'], 403, 404, [
    409,
    'already_responded',
    'declined_by_other_guardian',
    'stale',
    'limit_reached',
  ])
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

const PDF = { content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } } as const;

@ApiTags('Permission slips')
@Controller('permission-slips/:slipId')
@MemberOfItemSchool('permission_slip', 'slipId')
@Feature('signups')
@ApiId('slipId')
export class SlipPdfsController {
  constructor(private readonly pdfs: SlipPdfsService) {}

  /** A form to print and sign by hand; with `studentId` for one of the caller's students. */
  @Get('pdf')
  @ApiQuery({ name: 'studentId', required: false, schema: { type: 'string', format: 'uuid' } })
  @ApiOkResponse({ description: 'The blank form.', ...PDF })
  @ApiErrors(404)
  printBlankSlip(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
    @Query('studentId') studentId?: unknown,
  ): Promise<StreamableFile> {
    return this.pdfs.blankForm(member, slipId, studentId);
  }

  /**
   * A response as it stands, to be filed: for whoever gave it, the other guardians of the student (without answers to
   * private questions) and managers.
   */
  @Get('responses/:responseId/pdf')
  @LogsAccess(({ shown }: LoggedFile) => shown)
  @ApiId('responseId')
  @ApiOkResponse({ description: 'The response.', ...PDF })
  @ApiErrors(404)
  printSlipResponse(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
    @Param('responseId') responseId: string,
  ): Promise<StreamableFile> {
    return this.pdfs.response(member, slipId, responseId);
  }
}
