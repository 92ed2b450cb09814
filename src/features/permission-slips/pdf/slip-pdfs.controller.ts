import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Feature, MemberOfItemSchool } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import type { LoggedFile } from '../../access-log/access-log-subject.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { SlipPdfsService } from './slip-pdfs.service.js';

const PDF = { content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } } as const;

@ApiTags('Permission slips')
@Controller('permission-slips/:slipId')
@MemberOfItemSchool('managed_slip', 'slipId')
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
  @LogsAccess(({ loggedAccess }: LoggedFile) => loggedAccess)
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
