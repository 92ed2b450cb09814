import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { type Account, CurrentAccount } from '../../platform/auth/caller.js';
import { ApiErrors } from '../../platform/http/api-errors.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { Corrections, MyCorrectionsQuery } from './correction.dto.js';
import { CorrectionsService } from './corrections.service.js';

@ApiTags('Corrections')
@Controller('me/corrections')
@SignedIn()
export class MyCorrectionsController {
  constructor(private readonly corrections: CorrectionsService) {}

  /** What the caller has proposed, of students who are theirs now. */
  @Get()
  @WeakETag()
  @ApiErrors(400, 403)
  listMyCorrections(
    @CurrentAccount() account: Account,
    @ValidQuery() query: MyCorrectionsQuery,
  ): Promise<Corrections> {
    return this.corrections.listMine(account, query);
  }
}
