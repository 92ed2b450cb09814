import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../../platform/http/prepared-json.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { OrganizationRosterService } from './organization-roster.service.js';
import { OrganizationCandidatesService } from './organization-candidates.service.js';
import {
  OrganizationCandidate,
  OrganizationParentBody,
  OrganizationParentInput,
  OrganizationRoster,
  OrganizationStudentInput,
} from './organization-roster.dto.js';
import { accessInOrganizationRoster, accessToParents } from '../logged-access.js';

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
  @WeakETag()
  @Compressed()
  @LogsAccess(accessInOrganizationRoster)
  @ApiOkResponse({ type: OrganizationRoster })
  @ApiErrors(404)
  getOrganizationRoster(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
  ): Promise<SerializedJson> {
    return this.roster.get(member, organizationId);
  }

  /** Whom a manager may add as a parent: every parent of the school who is not on the roster yet. */
  @Get('candidates')
  @WeakETag()
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
  @LogsAccess((parent: OrganizationParentBody) => accessToParents([parent]))
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
  @ApiErrors(400, [403, 'restricted'], 404)
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
  @ApiErrors([403, 'restricted'], 404)
  removeOrganizationStudent(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @Param('studentId') studentId: string,
  ): Promise<void> {
    return this.roster.removeStudent(member, organizationId, studentId);
  }
}
