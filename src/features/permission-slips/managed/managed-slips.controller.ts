import { Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, PublisherOfSchool, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { CreatedSlip, ManagedItemsQuery, ManagedSlips, SlipInput } from './managed-slip.dto.js';
import { ManagedSlipsService } from './managed-slips.service.js';
import { SlipChangesService } from './slip-changes.service.js';

@ApiTags('Permission slips')
@Controller('schools/:schoolId/permission-slips')
@SchoolMember()
@Feature('signups')
@ApiId('schoolId')
export class ManagedSlipsController {
  constructor(
    private readonly slips: ManagedSlipsService,
    private readonly changes: SlipChangesService,
  ) {}

  /**
   * Adds a permission slip, which alerts its audience when it opens; without `opens_at` it is a draft. An admin may, and an editor
   * for an organization that they hold a live grant on.
   */
  @Post()
  @PublisherOfSchool()
  @Repeatable()
  @ApiErrors([400, 'foreign_key_not_owned'], 403, 404, [409, 'limit_reached'])
  createPermissionSlip(
    @CurrentMember() member: Member,
    @JsonBody() input: SlipInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CreatedSlip> {
    return this.changes.create(member, input, replay);
  }

  /** Those that the caller manages: an admin all of them, an editor those of their organizations. */
  @Get('managed')
  @PublisherOfSchool()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: ManagedSlips })
  @ApiErrors(400, 403, 404)
  listManagedPermissionSlips(
    @CurrentMember() member: Member,
    @ValidQuery() { state }: ManagedItemsQuery,
  ): Promise<ManagedSlips> {
    return this.slips.list(member, state);
  }
}
