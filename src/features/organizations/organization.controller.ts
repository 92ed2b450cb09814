import { Controller, Get, Headers, Param, Patch, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ItemTag, ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiIfMatch } from '../../http/if-match.js';
import { ApiId } from '../../http/api-id.js';
import { JsonBody } from '../../http/json-body.interceptor.js';
import type { JsonText } from '../../http/json-text.js';
import { ValidQuery } from '../../http/validated.js';
import { Discloses } from '../disclosures/discloses.js';
import { NearbyFamilies, NearbyQuery } from './nearby.dto.js';
import { NearbyService } from './nearby.service.js';
import { Leadership, LeadershipInput } from './organization-leader.dto.js';
import { OrganizationLeadershipService } from './organization-leadership.service.js';
import { OrganizationChanges, OrganizationDetail } from './organization.dto.js';
import { OrganizationsService } from './organizations.service.js';
import { shownNearby } from './shown-in-organizations.js';

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
  @ItemTag()
  @ApiErrors(404)
  getOrganization(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
  ): Promise<OrganizationDetail> {
    return this.organizations.get(member, organizationId);
  }

  /** Changes the texts of an organization; for its editors and for admins. */
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
  @ApiErrors(400, 403, 404)
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
  @ListTag()
  @Discloses(shownNearby)
  @ApiOkResponse({ type: NearbyFamilies })
  @ApiErrors(400, 404)
  listNearbyFamilies(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @ValidQuery() query: NearbyQuery,
  ): Promise<JsonText> {
    return this.families.list(member, organizationId, query);
  }
}
