import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { CorrectionBody, CorrectionInput } from './correction.dto.js';
import { CorrectionsService } from './corrections.service.js';

@ApiTags('Corrections')
@Controller('students/:studentId/corrections')
@MemberOfItemSchool('student', 'studentId')
@ApiId('studentId')
export class StudentCorrectionsController {
  constructor(private readonly corrections: CorrectionsService) {}

  /**
   * Proposes what the school should have on file of the student, for a linked guardian. Nothing of the roster changes: the school's
   * own system settles it, and an import that brings the proposed value closes it. `phone` and `email` are the student's own; what is
   * wrong of a guardian is `guardians`. A person has at most 20 open ones for a student.
   */
  @Post()
  @Repeatable()
  @ApiErrors(400, [403, 'restricted'], 404, [409, 'limit_reached'])
  proposeCorrection(
    @CurrentMember() member: Member,
    @Param('studentId') studentId: string,
    @JsonBody() input: CorrectionInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CorrectionBody> {
    return this.corrections.create(member, studentId, input, replay);
  }
}
