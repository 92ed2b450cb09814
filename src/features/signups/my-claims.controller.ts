import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../access/access-rule.js';
import { CurrentAccount, type Account } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import type { JsonText } from '../../http/json-text.js';
import { ValidQuery } from '../../http/validated.js';
import { MyClaims, MyClaimsQuery } from './signup-claim.dto.js';
import { MyClaimsService } from './my-claims.service.js';

@ApiTags('Sign-ups')
@Controller('me/claims')
@SignedIn()
export class MyClaimsController {
  constructor(private readonly claims: MyClaimsService) {}

  /** What the caller has claimed in all of their schools that have sign-ups turned on. */
  @Get()
  @ListTag()
  @ApiOkResponse({ type: MyClaims })
  @ApiErrors(400, 403)
  listMyClaims(@CurrentAccount() account: Account, @ValidQuery() query: MyClaimsQuery): Promise<JsonText> {
    return this.claims.list(account, query);
  }
}
