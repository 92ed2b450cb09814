import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../../platform/auth/access-rule.js';
import { type Account, CurrentAccount } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { MySessions } from './my-sessions.dto.js';
import { MySessionsService } from './my-sessions.service.js';

@ApiTags('Session')
@Controller('me/sessions')
@SignedIn()
export class MySessionsController {
  constructor(private readonly sessions: MySessionsService) {}

  /** The sessions in which the caller is signed in. */
  @Get()
  @WeakETag()
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
