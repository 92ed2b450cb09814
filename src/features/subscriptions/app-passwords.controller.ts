import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { AppPasswordInput, AppPasswords, NewAppPasswordBody } from './app-password.dto.js';
import { AppPasswordsService } from './app-passwords.service.js';

@ApiTags('Lists')
@Controller('schools/:schoolId/app-passwords')
@SchoolMember()
@ApiId('schoolId')
export class AppPasswordsController {
  constructor(private readonly passwords: AppPasswordsService) {}

  /** The caller's own app passwords. 404 while the school does not let its members read address books (CardDAV). */
  @Get()
  @WeakETag()
  @ApiErrors(403, 404)
  listAppPasswords(@CurrentMember() member: Member): Promise<AppPasswords> {
    return this.passwords.list(member);
  }

  /**
   * Makes a password by which an address book program reads the caller's lists and organizations (CardDAV), each card under the
   * masks of the moment, and nothing else. Keep the password: it is shown in this answer alone. A person has at most 20 in a school.
   */
  @Post()
  @Repeatable()
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createAppPassword(
    @CurrentMember() member: Member,
    @JsonBody() input: AppPasswordInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<NewAppPasswordBody> {
    return this.passwords.create(member, input, replay);
  }

  /** Withdraws an app password: the program that has it reads nothing from then on. */
  @Delete(':appPasswordId')
  @HttpCode(204)
  @ApiId('appPasswordId')
  @ApiNoContentResponse()
  @ApiErrors(403, 404)
  deleteAppPassword(
    @CurrentMember() member: Member,
    @Param('appPasswordId') appPasswordId: string,
  ): Promise<void> {
    return this.passwords.delete(member, appPasswordId);
  }
}
