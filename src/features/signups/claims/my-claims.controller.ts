import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../../platform/auth/access-rule.js';
import { type Account, CurrentAccount } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors } from '../../../platform/http/api-errors.js';
import type { SerializedJson } from '../../../platform/http/prepared-json.js';
import { MyClaimsService } from './my-claims.service.js';
import { MyClaims, MyClaimsQuery } from './signup-claim.dto.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';

@ApiTags('Sign-ups')
@Controller('me/claims')
@SignedIn()
export class MyClaimsController {
  constructor(private readonly claims: MyClaimsService) {}

  /** What the caller has claimed in all of their schools that have sign-ups turned on. */
  @Get()
  @WeakETag()
  @ApiOkResponse({ type: MyClaims })
  @ApiErrors(400, 403)
  listMyClaims(
    @CurrentAccount() account: Account,
    @ValidQuery() query: MyClaimsQuery,
  ): Promise<SerializedJson> {
    return this.claims.list(account, query);
  }
}
