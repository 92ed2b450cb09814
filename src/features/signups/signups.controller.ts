import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { JsonText } from '../../http/json-text.js';
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
  @ListTag()
  @Compressed()
  @ApiOkResponse({ type: Signups })
  @ApiErrors(403, 404)
  listSignups(@CurrentMember() member: Member): Promise<JsonText> {
    return this.signups.list(member);
  }
}
