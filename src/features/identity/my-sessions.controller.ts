import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../access/access-rule.js';
import { CurrentAccount, type Account } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { MySessions } from './my-sessions.dto.js';
import { MySessionsService } from './my-sessions.service.js';

@ApiTags('Session')
@Controller('me/sessions')
@SignedIn()
export class MySessionsController {
  constructor(private readonly sessions: MySessionsService) {}

  /** The sessions in which the caller is signed in. */
  @Get()
  @ListTag()
  @ApiErrors()
  listMySessions(@CurrentAccount() account: Account): Promise<MySessions> {
    return this.sessions.list(account);
  }

  /** Ends one of the caller's sessions, at once. */
  @Delete(':sessionId')
  @HttpCode(204)
  @ApiId('sessionId')
  @ApiNoContentResponse()
  @ApiErrors(404)
  endMySession(@CurrentAccount() account: Account, @Param('sessionId') sessionId: string): Promise<void> {
    return this.sessions.end(account, sessionId);
  }
}
