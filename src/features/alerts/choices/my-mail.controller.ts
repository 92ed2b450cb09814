import { Controller, Get, Headers, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../../platform/auth/access-rule.js';
import { type Account, CurrentAccount } from '../../../platform/auth/caller.js';
import { ApiErrors } from '../../../platform/http/api-errors.js';
import { ApiIfMatch, StrongETag } from '../../../platform/http/conditional-request.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { MyMail, MyMailInput } from './my-mail.dto.js';
import { MyMailService } from './my-mail.service.js';

@ApiTags('Profile')
@Controller('me/mail')
@SignedIn()
export class MyMailController {
  constructor(private readonly mail: MyMailService) {}

  /** Which mail the caller gets of each school, and when. Everything comes at once until they choose otherwise. */
  @Get()
  @StrongETag()
  @ApiErrors()
  getMyMail(@CurrentAccount() account: Account): Promise<MyMail> {
    return this.mail.get(account);
  }

  /**
   * Changes what is given, for mails that are not sent yet as well. Quiet hours hold mails back until they end; an urgent notice comes at
   * any time, unless notices are `never` mailed. What is `daily` comes in one mail at 07:00 at the school, with what was not read by then.
   */
  @Patch()
  @ApiIfMatch()
  @ApiErrors(400, 409)
  changeMyMail(
    @CurrentAccount() account: Account,
    @JsonBody() input: MyMailInput,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<MyMail> {
    return this.mail.change(account, input, ifMatch);
  }
}
