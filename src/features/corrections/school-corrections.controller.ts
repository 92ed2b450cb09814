import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOfSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import type { LoggedFile } from '../access-log/access-log-subject.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { Corrections, CorrectionsQuery } from './correction.dto.js';
import { accessToCorrections } from './logged-access.js';
import { SchoolCorrectionsService } from './school-corrections.service.js';

@ApiTags('Corrections')
@Controller('schools/:schoolId')
@SchoolMember()
@ApiId('schoolId')
export class SchoolCorrectionsController {
  constructor(private readonly corrections: SchoolCorrectionsService) {}

  /** What families have proposed of students on the roster, for admins. */
  @Get('corrections')
  @AdminOfSchool()
  @WeakETag()
  @Compressed()
  @LogsAccess(({ corrections }: Corrections) => accessToCorrections(corrections))
  @ApiErrors(400, 403)
  listSchoolCorrections(
    @CurrentMember() member: Member,
    @ValidQuery() { state }: CorrectionsQuery,
  ): Promise<Corrections> {
    return this.corrections.list(member, state);
  }

  /** The same as a table for spreadsheets: a row for each correction. UTF-8 with a byte order mark; no cell is a formula. */
  @Get('corrections.csv')
  @AdminOfSchool()
  @LogsAccess(({ loggedAccess }: LoggedFile) => loggedAccess)
  @ApiOkResponse({
    description: 'A heading and a row for each correction.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(400, 403)
  exportSchoolCorrections(
    @CurrentMember() member: Member,
    @ValidQuery() { state }: CorrectionsQuery,
  ): Promise<StreamableFile> {
    return this.corrections.exportCsv(member, state);
  }
}
