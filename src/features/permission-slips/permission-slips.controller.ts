import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { PermissionSlips } from './permission-slip.dto.js';
import { PermissionSlipsService } from './permission-slips.service.js';

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
