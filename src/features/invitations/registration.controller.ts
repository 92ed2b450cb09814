import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { CurrentAccount, type Account } from '../../platform/auth/caller.js';
import { ApiErrors } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { RegistrationInput, RegistrationResult } from './registration.dto.js';
import { RegistrationService } from './registration.service.js';

@ApiTags('Session')
@Controller('registration')
@SignedIn()
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  /**
   * Sets up what the schools have prepared for the caller: memberships and guardian links.
   * @remarks Call it once after a fresh sign-up is confirmed; calling it again changes nothing. A guardian
   * whom a school has on file with the caller's verified email counts as invited, unless the school wants it otherwise. Of a
   * mailbox that two people share `guardian_ids` says who the caller is; without it the caller is linked to both. 404, too,
   * for an id that is not of a guardian with the caller's email in a school of theirs.
   */
  @Post('confirm')
  @HttpCode(200)
  @ApiBody({ type: RegistrationInput, required: false })
  @ApiErrors(400, 403, 404)
  confirmRegistration(
    @CurrentAccount() account: Account,
    @JsonBody() input: RegistrationInput,
  ): Promise<RegistrationResult> {
    return this.registration.confirm(account, input);
  }
}
