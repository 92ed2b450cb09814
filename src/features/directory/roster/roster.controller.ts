import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../../platform/auth/access-rule.js';
import { Prefetched, Prefetch } from '../../../platform/auth/prefetch.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import type { PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { Roster, RosterQuery, RosterStudent, RosterStudentFull } from './roster.dto.js';
import { RosterService } from './roster.service.js';
import { prefetchRoster, type RosterContext } from './roster.snapshots.js';
import { accessInRoster } from '../logged-access.js';

@ApiTags('Directory')
@ApiExtraModels(RosterStudent, RosterStudentFull)
@Controller('schools/:schoolId/students')
@SchoolMember()
export class RosterController {
  constructor(private readonly roster: RosterService) {}

  /** The roster: every non-archived student of the school, complete, by last name and first name. */
  @Get()
  @Prefetch(prefetchRoster)
  @WeakETag()
  @Compressed()
  @LogsAccess(accessInRoster)
  @ApiId('schoolId')
  @ApiOkResponse({ type: Roster })
  @ApiErrors(400, 403)
  listStudents(
    @CurrentMember() member: Member,
    @ValidQuery() query: RosterQuery,
    @Prefetched() prefetched: RosterContext,
  ): Promise<SerializedJson | PreparedJson> {
    return this.roster.list(member, query, prefetched);
  }
}
