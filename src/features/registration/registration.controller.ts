import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { CurrentAccount, type Account } from '../../platform/auth/caller.js';
import { ApiErrors } from '../../platform/http/api-errors.js';
import { RegistrationResult } from './registration.dto.js';
import { RegistrationService } from './registration.service.js';

@ApiTags('Session')
@Controller('registration')
@SignedIn()
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  /**
   * Sets up what the schools have prepared for the caller: memberships and guardian links.
   * @remarks Call it once after a fresh sign-up is confirmed; calling it again changes nothing.
   */
  @Post('confirm')
  @HttpCode(200)
  @ApiErrors(403, 404)
  confirmRegistration(@CurrentAccount() account: Account): Promise<RegistrationResult> {
    return this.registration.confirm(account);
  }
}
