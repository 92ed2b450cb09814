import { Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, PublisherOfSchool, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../../platform/http/prepared-json.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { CreatedItem, ManagedItemsQuery, ManagedSignups, SignupInput } from './managed-signup.dto.js';
import { ManagedSignupsService } from './managed-signups.service.js';
import { SignupChangesService } from './signup-changes.service.js';

@ApiTags('Sign-ups')
@Controller('schools/:schoolId/signups')
@SchoolMember()
@Feature('signups')
@ApiId('schoolId')
export class ManagedSignupsController {
  constructor(
    private readonly signups: ManagedSignupsService,
    private readonly changes: SignupChangesService,
  ) {}

  /**
   * Adds a sign-up, which alerts its audience when it opens; without `opens_at` it is a draft. An admin may, and an editor for an
   * organization that they hold a live grant on.
   */
  @Post()
  @PublisherOfSchool()
  @Repeatable()
  @ApiErrors([400, 'too_many_occurrences', 'unsupported_rule'], 403, 404, [409, 'limit_reached'])
  createSignup(
    @CurrentMember() member: Member,
    @JsonBody() input: SignupInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CreatedItem> {
    return this.changes.create(member, input, replay);
  }

  /** Those that the caller manages: an admin all of them, an editor those of their organizations. */
  @Get('managed')
  @PublisherOfSchool()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: ManagedSignups })
  @ApiErrors(400, 403, 404)
  listManagedSignups(
    @CurrentMember() member: Member,
    @ValidQuery() { state }: ManagedItemsQuery,
  ): Promise<SerializedJson> {
    return this.signups.list(member, state);
  }
}
