import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { JsonText } from '../../http/json-text.js';
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
  @ListTag()
  @Compressed()
  @ApiOkResponse({ type: PermissionSlips })
  @ApiErrors(403, 404)
  listPermissionSlips(@CurrentMember() member: Member): Promise<JsonText> {
    return this.slips.list(member);
  }
}
