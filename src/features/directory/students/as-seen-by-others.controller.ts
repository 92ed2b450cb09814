import { Controller, Get } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { SchoolMemberByQuery } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { StrongETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors } from '../../../platform/http/api-errors.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { accessToStudents } from '../logged-access.js';
import { AsSeenByOthers } from './student-detail.dto.js';
import { LinkedStudentsService } from './linked-students.service.js';

@ApiTags('Privacy')
@Controller('me/as-seen-by-others')
@SchoolMemberByQuery()
export class AsSeenByOthersController {
  constructor(private readonly students: LinkedStudentsService) {}

  /** The caller and their students exactly as an unrelated parent of the school sees them. */
  @Get()
  @StrongETag()
  @LogsAccess(({ students }: AsSeenByOthers) => accessToStudents(students))
  @ApiQuery({
    name: 'schoolId',
    description: 'One of the schools of the caller.',
    schema: { type: 'string', format: 'uuid' },
  })
  @ApiErrors(400, 403)
  getMyselfAsSeenByOthers(@CurrentMember() member: Member): Promise<AsSeenByOthers> {
    return this.students.readForOthers(member);
  }
}
