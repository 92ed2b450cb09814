import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../access/access-rule.js';
import { WaitsForOthers } from '../../access/caller-concurrency.guard.js';
import { Along, AlongWithAccess } from '../../access/along-with-access.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ItemTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import type { JsonText } from '../../http/json-text.js';
import { Discloses } from '../disclosures/discloses.js';
import { shownOfStudents } from './shown-in-answers.js';
import { StudentDetail } from './student-detail.dto.js';
import { StudentDetailService } from './student-detail.service.js';
import { ALONG_WITH_STUDENT, type OwnOfStudent, type StudentText } from './student-detail.snapshots.js';

@ApiTags('Directory')
@Controller('students/:studentId')
@MemberOfItemSchool('student', 'studentId')
export class StudentsController {
  constructor(private readonly students: StudentDetailService) {}

  /** A student with contact, guardians and the caller's own star and note. Missing coordinates are computed. */
  @Get()
  @WaitsForOthers()
  @AlongWithAccess(ALONG_WITH_STUDENT)
  @ItemTag()
  @ApiOkResponse({ type: StudentDetail })
  @Discloses(({ student }: StudentText) => shownOfStudents([student]))
  @ApiId('studentId')
  @ApiErrors(404)
  getStudent(
    @CurrentMember() member: Member,
    @Param('studentId') studentId: string,
    @Along() seen: OwnOfStudent,
  ): Promise<JsonText> {
    return this.students.get(member, studentId, seen);
  }
}
