import { Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOfSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import {
  OrganizationBody,
  OrganizationInput,
  Organizations,
  OrganizationsQuery,
} from './organization.dto.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { OrganizationsService } from './organizations.service.js';

@ApiTags('Organizations')
@Controller('schools/:schoolId/organizations')
@SchoolMember()
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  /** The teams, clubs and classes of a school; archived ones for admins only. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiId('schoolId')
  @ApiOkResponse({ type: Organizations })
  @ApiErrors(400, 403)
  listOrganizations(
    @CurrentMember() member: Member,
    @ValidQuery() query: OrganizationsQuery,
  ): Promise<SerializedJson> {
    return this.organizations.list(member, query);
  }

  /** Adds a team, a club or a class. An admin may; a short name that another one has is 409, and so is the 2,001st. */
  @Post()
  @AdminOfSchool()
  @Repeatable()
  @ApiId('schoolId')
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createOrganization(
    @CurrentMember() member: Member,
    @JsonBody() input: OrganizationInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<OrganizationBody> {
    return this.organizations.create(member, input, replay);
  }
}
