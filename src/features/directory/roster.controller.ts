import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../access/access-rule.js';
import { Along, AlongWithAccess } from '../../access/along-with-access.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { JsonText } from '../../http/json-text.js';
import type { ReadyJson } from '../../http/ready-json.js';
import { ValidQuery } from '../../http/validated.js';
import { Discloses } from '../disclosures/discloses.js';
import { Roster, RosterQuery, RosterStudent, RosterStudentFull } from './roster.dto.js';
import { RosterService } from './roster.service.js';
import { alongWithRoster, type SeenWithRoster } from './roster.snapshots.js';
import { shownInRoster } from './shown-in-answers.js';

@ApiTags('Directory')
@ApiExtraModels(RosterStudent, RosterStudentFull)
@Controller('schools/:schoolId/students')
@SchoolMember()
export class RosterController {
  constructor(private readonly roster: RosterService) {}

  /** The roster: every non-archived student of the school, complete, by last name and first name. */
  @Get()
  @AlongWithAccess(alongWithRoster)
  @ListTag()
  @Compressed()
  @Discloses(shownInRoster)
  @ApiId('schoolId')
  @ApiOkResponse({ type: Roster })
  @ApiErrors(400, 403)
  listStudents(
    @CurrentMember() member: Member,
    @ValidQuery() query: RosterQuery,
    @Along() seen: SeenWithRoster,
  ): Promise<JsonText | ReadyJson> {
    return this.roster.list(member, query, seen);
  }
}
