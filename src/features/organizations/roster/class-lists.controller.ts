import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import type { LoggedFile } from '../../access-log/access-log-subject.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { ClassListQuery } from './class-list.dto.js';
import { ClassListsService } from './class-lists.service.js';

@ApiTags('Organizations')
@Controller('organizations/:organizationId')
@MemberOfItemSchool('organization', 'organizationId')
@ApiId('organizationId')
export class ClassListsController {
  constructor(private readonly lists: ClassListsService) {}

  /**
   * The roster as a table for spreadsheets, for managers: a row for each student, with grade and year, and their guardians with
   * the contact that the caller may see. UTF-8 with a byte order mark; no cell is a formula.
   */
  @Get('roster.csv')
  @LogsAccess(({ loggedAccess }: LoggedFile) => loggedAccess)
  @ApiOkResponse({
    description: 'A heading and a row for each student.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(403, 404)
  exportOrganizationRoster(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
  ): Promise<StreamableFile> {
    return this.lists.exportCsv(member, organizationId);
  }

  /**
   * The roster to print, for managers: for a trip with the guardians and those of their phones that the caller may see, or for the
   * wall with names and grades alone.
   */
  @Get('roster.pdf')
  @LogsAccess(({ loggedAccess }: LoggedFile) => loggedAccess)
  @ApiOkResponse({
    description: 'The list.',
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiErrors(400, 403, 404)
  printOrganizationRoster(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @ValidQuery() { use = 'trip' }: ClassListQuery,
  ): Promise<StreamableFile> {
    return this.lists.print(member, organizationId, use);
  }
}
