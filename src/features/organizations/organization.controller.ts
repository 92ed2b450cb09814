import { Controller, Get, Headers, Param, Patch, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiIfMatch, StrongETag, WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { OrganizationChanges, OrganizationDetail } from './organization.dto.js';
import { OrganizationsService } from './organizations.service.js';
import { OrganizationLeadershipService } from './leadership/organization-leadership.service.js';
import { NearbyService } from './nearby.service.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { NearbyFamilies, NearbyQuery } from './roster/organization-roster.dto.js';
import { Leadership, LeadershipInput } from './leadership/organization-leader.dto.js';
import { accessToNearbyFamilies } from './logged-access.js';

@ApiTags('Organizations')
@Controller('organizations/:organizationId')
@MemberOfItemSchool('organization', 'organizationId')
@ApiId('organizationId')
export class OrganizationController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly leaders: OrganizationLeadershipService,
    private readonly families: NearbyService,
  ) {}

  /** An organization with its description and leadership. */
  @Get()
  @StrongETag()
  @ApiErrors(404)
  getOrganization(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
  ): Promise<OrganizationDetail> {
    return this.organizations.get(member, organizationId);
  }

  /** Changes an organization: its texts, which its editors may, and for admins its name, season and whether it is archived. */
  @Patch()
  @ApiIfMatch('organization')
  @ApiErrors(400, 403, 404, 409)
  changeOrganization(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @JsonBody() changes: OrganizationChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<OrganizationDetail> {
    return this.organizations.change(member, organizationId, changes, ifMatch);
  }

  /**
   * Replaces the whole leadership, in the order of display; for editors and admins. Someone who is not in the school,
   * archived or deactivated is 404, and then nothing is changed.
   */
  @Put('leadership')
  @ApiErrors(400, [403, 'restricted'], 404)
  replaceOrganizationLeadership(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @JsonBody() input: LeadershipInput,
  ): Promise<Leadership> {
    return this.leaders.replace(member, organizationId, input);
  }

  /**
   * The families of the roster who live nearest to one of the caller's own students. Families that hide their address
   * are left out, and so is the caller's own; empty while the student's own place is not known.
   */
  @Get('nearby')
  @WeakETag()
  @LogsAccess(accessToNearbyFamilies)
  @ApiOkResponse({ type: NearbyFamilies })
  @ApiErrors(400, 404)
  listNearbyFamilies(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @ValidQuery() query: NearbyQuery,
  ): Promise<SerializedJson> {
    return this.families.list(member, organizationId, query);
  }
}
