import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../../platform/auth/access-rule.js';
import { WaitsForOthers } from '../../../platform/auth/caller-concurrency.guard.js';
import { Prefetch, Prefetched } from '../../../platform/auth/prefetch.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { StrongETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import type { SerializedJson } from '../../../platform/http/prepared-json.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { accessToStudents } from '../logged-access.js';
import { StudentDetail } from './student-detail.dto.js';
import { StudentDetailService } from './student-detail.service.js';
import { STUDENT_PREFETCH, type OwnOfStudent, type StudentText } from './student-detail.snapshots.js';

@ApiTags('Directory')
@Controller('students/:studentId')
@MemberOfItemSchool('student', 'studentId')
export class StudentsController {
  constructor(private readonly students: StudentDetailService) {}

  /** A student with contact, guardians and the caller's own star and note. Missing coordinates are computed. */
  @Get()
  @WaitsForOthers()
  @Prefetch(STUDENT_PREFETCH)
  @StrongETag()
  @ApiOkResponse({ type: StudentDetail })
  @LogsAccess(({ student }: StudentText) => accessToStudents([student]))
  @ApiId('studentId')
  @ApiErrors(404)
  getStudent(
    @CurrentMember() member: Member,
    @Param('studentId') studentId: string,
    @Prefetched() own: OwnOfStudent,
  ): Promise<SerializedJson> {
    return this.students.get(member, studentId, own);
  }
}
