import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../access/access-rule.js';
import { CurrentAccount, type Account } from '../../access/caller.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ItemTag } from '../../http/entity-tag.interceptor.js';
import { MeResponse } from './session.dto.js';
import { SessionService } from './session.service.js';

@ApiTags('Session')
@Controller('me')
@SignedIn()
export class SessionController {
  constructor(private readonly session: SessionService) {}

  /** Who the caller is, with one membership per school: enough to build a school switcher. */
  @Get()
  @ItemTag()
  @ApiErrors()
  getMe(@CurrentAccount() account: Account): Promise<MeResponse> {
    return this.session.me(account);
  }
}
