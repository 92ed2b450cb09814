import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Along, AlongWithAccess } from '../../access/along-with-access.js';
import { SignedIn } from '../../access/access-rule.js';
import { CurrentAccount, type Account } from '../../access/caller.js';
import { ItemTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import type { JsonText } from '../../http/json-text.js';
import { MeResponse } from './session.dto.js';
import { ALONG_WITH_ME, type MeCells } from './me.sql.js';
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
  @ApiOkResponse({ type: MeResponse })
  @AlongWithAccess(ALONG_WITH_ME)
  getMe(@CurrentAccount() account: Account, @Along() me: MeCells | null): JsonText {
    return this.session.answer(account, me);
  }
}
