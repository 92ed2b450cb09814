import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool, SchoolMemberByQuery } from '../../platform/auth/access-rule.js';
import { WaitsForOthers } from '../../platform/auth/caller-concurrency.guard.js';
import { Prefetch, Prefetched } from '../../platform/auth/prefetch.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { StrongETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { subjectsOfStudents } from './access-log-subjects.js';
import { AsSeenByOthers, StudentDetail } from './student-detail.dto.js';
import { StudentDetailService } from './student-detail.service.js';
import { ALONG_WITH_STUDENT, type OwnOfStudent, type StudentText } from './student-detail.snapshots.js';
import { LinkedStudentsService } from './linked-students.service.js';

@ApiTags('Directory')
@Controller('students/:studentId')
@MemberOfItemSchool('student', 'studentId')
export class StudentsController {
  constructor(private readonly students: StudentDetailService) {}

  /** A student with contact, guardians and the caller's own star and note. Missing coordinates are computed. */
  @Get()
  @WaitsForOthers()
  @Prefetch(ALONG_WITH_STUDENT)
  @StrongETag()
  @ApiOkResponse({ type: StudentDetail })
  @LogsAccess(({ student }: StudentText) => subjectsOfStudents([student]))
  @ApiId('studentId')
  @ApiErrors(404)
  getStudent(
    @CurrentMember() member: Member,
    @Param('studentId') studentId: string,
    @Prefetched() seen: OwnOfStudent,
  ): Promise<SerializedJson> {
    return this.students.get(member, studentId, seen);
  }
}

@ApiTags('Privacy')
@Controller('me/as-seen-by-others')
@SchoolMemberByQuery()
export class AsSeenByOthersController {
  constructor(private readonly students: LinkedStudentsService) {}

  /** The caller and their students exactly as an unrelated parent of the school sees them. */
  @Get()
  @StrongETag()
  @LogsAccess(({ students }: AsSeenByOthers) => subjectsOfStudents(students))
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
