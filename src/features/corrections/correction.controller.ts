import { Controller, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { CorrectionBody, CorrectionChanges } from './correction.dto.js';
import { accessToCorrections } from './logged-access.js';
import { SchoolCorrectionsService } from './school-corrections.service.js';

@ApiTags('Corrections')
@Controller('corrections/:correctionId')
@AdminOfItemSchool('correction', 'correctionId')
@ApiId('correctionId')
export class CorrectionController {
  constructor(private readonly corrections: SchoolCorrectionsService) {}

  /** Settles a correction, or opens it again, for admins. Its author is told once of each outcome. */
  @Patch()
  @LogsAccess((correction: CorrectionBody) => accessToCorrections([correction]))
  @ApiErrors(400, 403, 404)
  settleCorrection(
    @CurrentMember() member: Member,
    @Param('correctionId') correctionId: string,
    @JsonBody() input: CorrectionChanges,
  ): Promise<CorrectionBody> {
    return this.corrections.settle(member, correctionId, input);
  }
}
