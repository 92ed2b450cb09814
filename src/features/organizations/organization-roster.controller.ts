import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import { JsonBody } from '../../http/json-body.interceptor.js';
import type { JsonText } from '../../http/json-text.js';
import { Discloses } from '../disclosures/discloses.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { OrganizationCandidatesService } from './organization-candidates.service.js';
import {
  OrganizationCandidate,
  OrganizationParentBody,
  OrganizationParentInput,
  OrganizationRoster,
  OrganizationStudentInput,
} from './organization-roster.dto.js';
import { OrganizationRosterService } from './organization-roster.service.js';
import { shownInRosterOf, shownOfParents } from './shown-in-organizations.js';

@ApiTags('Organizations')
@Controller('organizations/:organizationId')
@MemberOfItemSchool('organization', 'organizationId')
@ApiId('organizationId')
export class OrganizationRosterController {
  constructor(
    private readonly roster: OrganizationRosterService,
    private readonly candidates: OrganizationCandidatesService,
  ) {}

  /** The students and the parents of an organization; of a class, the students enrolled. */
  @Get('roster')
  @ListTag()
  @Compressed()
  @Discloses(shownInRosterOf)
  @ApiOkResponse({ type: OrganizationRoster })
  @ApiErrors(404)
  getOrganizationRoster(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
  ): Promise<JsonText> {
    return this.roster.get(member, organizationId);
  }

  /** Whom a manager may add as a parent: every parent of the school who is not on the roster yet. */
  @Get('candidates')
  @ListTag()
  @ApiErrors(403, 404)
  listOrganizationCandidates(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
  ): Promise<OrganizationCandidate[]> {
    return this.candidates.list(member, organizationId);
  }

  /** Adds a member of the school as a parent; of one who is there already, it changes the title. */
  @Post('parents')
  @Repeatable()
  @Discloses((parent: OrganizationParentBody) => shownOfParents([parent]))
  @ApiErrors(400, 403, 404, 409)
  addOrganizationParent(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @JsonBody() input: OrganizationParentInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<OrganizationParentBody> {
    return this.roster.addParent(member, organizationId, input, replay);
  }

  /** Takes a parent off the roster; taking off one who is not on it succeeds. */
  @Delete('parents/:membershipId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiId('membershipId', "The parent's membership.")
  @ApiErrors(403, 404)
  removeOrganizationParent(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @Param('membershipId') membershipId: string,
  ): Promise<void> {
    return this.roster.removeParent(member, organizationId, membershipId);
  }

  /** Puts a student on the roster; of one who is there already, it changes position and jersey. */
  @Post('students')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors(400, 403, 404)
  addOrganizationStudent(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @JsonBody() input: OrganizationStudentInput,
  ): Promise<void> {
    return this.roster.addStudent(member, organizationId, input);
  }

  /** Takes a student off the roster; taking off one who is not on it succeeds. */
  @Delete('students/:studentId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiId('studentId')
  @ApiErrors(403, 404)
  removeOrganizationStudent(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @Param('studentId') studentId: string,
  ): Promise<void> {
    return this.roster.removeStudent(member, organizationId, studentId);
  }
}
