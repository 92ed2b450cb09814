import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { Organizations, OrganizationsQuery } from './organization.dto.js';
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
}
