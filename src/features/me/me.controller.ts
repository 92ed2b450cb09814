import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Prefetch, Prefetched } from '../../platform/auth/prefetch.js';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { type Account, CurrentAccount } from '../../platform/auth/caller.js';
import { StrongETag } from '../../platform/http/conditional-request.js';
import { ApiErrors } from '../../platform/http/api-errors.js';
import { MeResponse } from './me.dto.js';
import { ME_PREFETCH, type MeRow } from './me.sql.js';
import { MeService } from './me.service.js';

@ApiTags('Session')
@Controller('me')
@SignedIn()
export class MeController {
  constructor(private readonly me: MeService) {}

  /** Who the caller is, with one membership per school: enough to build a school switcher. */
  @Get()
  @StrongETag()
  @ApiErrors()
  @ApiOkResponse({ type: MeResponse })
  @Prefetch(ME_PREFETCH)
  getMe(@CurrentAccount() account: Account, @Prefetched() me: MeRow | null): MeResponse {
    return this.me.answerFrom(account, me);
  }
}
