import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { Along, AlongWithAccess } from '../../access/along-with-access.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { ReadyJson } from '../../http/ready-json.js';
import type { SeenAlong } from '../../snapshots/revision.js';
import { StaffDirectory } from './staff-member.dto.js';
import { StaffService } from './staff.service.js';
import { ALONG_WITH_STAFF } from './staff.snapshots.js';

@ApiTags('Staff')
@Controller('schools/:schoolId/staff')
@SchoolMember()
@Feature('staff_directory')
export class StaffController {
  constructor(private readonly staff: StaffService) {}

  /** The staff directory of a school. */
  @Get()
  @AlongWithAccess(ALONG_WITH_STAFF)
  @ListTag()
  @Compressed()
  @ApiId('schoolId')
  @ApiOkResponse({ type: StaffDirectory })
  @ApiErrors(403, 404)
  listStaff(@CurrentMember() member: Member, @Along() seen: SeenAlong): Promise<ReadyJson> {
    return this.staff.list(member, seen);
  }
}
