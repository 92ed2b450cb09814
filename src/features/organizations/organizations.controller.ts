import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { JsonText } from '../../http/json-text.js';
import { ValidQuery } from '../../http/validated.js';
import { Organizations, OrganizationsQuery } from './organization.dto.js';
import { OrganizationsService } from './organizations.service.js';

@ApiTags('Organizations')
@Controller('schools/:schoolId/organizations')
@SchoolMember()
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  /** The teams, clubs and classes of a school; archived ones for admins only. */
  @Get()
  @ListTag()
  @Compressed()
  @ApiId('schoolId')
  @ApiOkResponse({ type: Organizations })
  @ApiErrors(400, 403)
  listOrganizations(
    @CurrentMember() member: Member,
    @ValidQuery() query: OrganizationsQuery,
  ): Promise<JsonText> {
    return this.organizations.list(member, query);
  }
}
