import { Controller, Get } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { SchoolMemberByQuery } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ItemTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { Discloses } from '../disclosures/discloses.js';
import { AsSeenByOthers } from './as-seen-by-others.dto.js';
import { LinkedStudentsService } from './linked-students.service.js';
import { shownOfStudents } from './shown-in-answers.js';

@ApiTags('Privacy')
@Controller('me/as-seen-by-others')
@SchoolMemberByQuery()
export class AsSeenByOthersController {
  constructor(private readonly students: LinkedStudentsService) {}

  /** The caller and their students exactly as an unrelated parent of the school sees them. */
  @Get()
  @ItemTag()
  @Discloses(({ students }: AsSeenByOthers) => shownOfStudents(students))
  @ApiQuery({
    name: 'schoolId',
    description: 'One of the schools of the caller.',
    schema: { type: 'string', format: 'uuid' },
  })
  @ApiErrors(400, 403)
  getMyselfAsSeenByOthers(@CurrentMember() member: Member): Promise<AsSeenByOthers> {
    return this.students.asSeenByOthers(member);
  }
}
