import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { Prefetched, Prefetch } from '../../platform/auth/prefetch.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { PreparedJson } from '../../platform/http/prepared-json.js';
import type { RequestContext } from '../../platform/cache/snapshot-kind.js';
import { StaffDirectory } from './staff-member.dto.js';
import { StaffService } from './staff.service.js';
import { STAFF_PREFETCH } from './staff.snapshots.js';

@ApiTags('Staff')
@Controller('schools/:schoolId/staff')
@SchoolMember()
@Feature('staff_directory')
export class StaffController {
  constructor(private readonly staff: StaffService) {}

  /** The staff directory of a school. */
  @Get()
  @Prefetch(STAFF_PREFETCH)
  @WeakETag()
  @Compressed()
  @ApiId('schoolId')
  @ApiOkResponse({ type: StaffDirectory })
  @ApiErrors(403, 404)
  listStaff(@CurrentMember() member: Member, @Prefetched() context: RequestContext): Promise<PreparedJson> {
    return this.staff.list(member, context);
  }
}
