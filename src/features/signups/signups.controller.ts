import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { Signups } from './signup.dto.js';
import { SignupsService } from './signups.service.js';

@ApiTags('Sign-ups')
@Controller('schools/:schoolId/signups')
@SchoolMember()
@Feature('signups')
@ApiId('schoolId')
export class SignupsController {
  constructor(private readonly signups: SignupsService) {}

  /** What is open or was, and is addressed to the caller, admins included; without items and names. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Signups })
  @ApiErrors(403, 404)
  listSignups(@CurrentMember() member: Member): Promise<SerializedJson> {
    return this.signups.list(member);
  }
}
