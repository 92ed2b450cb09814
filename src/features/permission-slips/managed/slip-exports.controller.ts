import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, ManagerOfItem } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import type { LoggedFile } from '../../access-log/access-log-subject.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { ManagedSlipsService } from './managed-slips.service.js';
import { SlipResponsesPdf } from './slip-responses-pdf.service.js';

/** Answers of a whole slip, for a spreadsheet and for paper. */
@ApiTags('Permission slips')
@Controller('permission-slips/:slipId')
@ManagerOfItem('managed_slip', 'slipId')
@Feature('signups')
@ApiId('slipId')
export class SlipExportsController {
  constructor(
    private readonly slips: ManagedSlipsService,
    private readonly pdf: SlipResponsesPdf,
  ) {}

  /**
   * The students as a table for spreadsheets, a row for each, with the answers that hold. UTF-8 with a byte order mark; no cell is a
   * formula.
   */
  @Get('responses.csv')
  @ApiOkResponse({
    description: 'A heading and a row for each student.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(403, 404)
  exportSlipResponses(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
  ): Promise<StreamableFile> {
    return this.slips.exportResponses(member, slipId);
  }

  /**
   * Every answer that holds, students by name, each on pages of its own; it is sent while it is made. A person has one made at a time.
   */
  @Get('responses.pdf')
  @LogsAccess(({ loggedAccess }: LoggedFile) => loggedAccess)
  @ApiOkResponse({
    description: 'The answers.',
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiErrors(403, 404)
  printSlipResponses(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
  ): Promise<StreamableFile> {
    return this.pdf.print(member, slipId);
  }
}
