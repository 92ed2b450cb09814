import { Controller, Get, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { CurrentAccount, type Account } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { MyDisclosures } from './access-log.dto.js';
import { AccessLogService } from './access-log.service.js';

@ApiTags('Privacy')
@Controller('me/disclosures')
@SignedIn()
export class AccessLogController {
  constructor(private readonly disclosures: AccessLogService) {}

  /** When the contact and address data of the caller's family was read: by which role and how often. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiQuery({
    name: 'schoolId',
    required: false,
    description: 'One of the schools of the caller; without it, all of them.',
    schema: { type: 'string', format: 'uuid' },
  })
  @ApiErrors(403)
  listMyDisclosures(
    @CurrentAccount() account: Account,
    @Query('schoolId') schoolId?: unknown,
  ): Promise<MyDisclosures> {
    return this.disclosures.ofPerson(account.userId, schoolId);
  }
}
