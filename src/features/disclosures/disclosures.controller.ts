import { Controller, Get, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../access/access-rule.js';
import { CurrentAccount, type Account } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { Compressed } from '../../http/compressed.js';
import { MyDisclosures } from './disclosures.dto.js';
import { DisclosuresService } from './disclosures.service.js';

@ApiTags('Privacy')
@Controller('me/disclosures')
@SignedIn()
export class DisclosuresController {
  constructor(private readonly disclosures: DisclosuresService) {}

  /** When the contact and address data of the caller's family was read: by which role and how often. */
  @Get()
  @ListTag()
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
