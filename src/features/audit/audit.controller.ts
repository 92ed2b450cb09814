import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember, SeniorAdminOfSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { AuditEntries, AuditQuery } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@ApiTags('Privacy')
@Controller('schools/:schoolId/audit')
@SchoolMember()
@ApiId('schoolId')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /**
   * Who changed what in the school, and when; never what was written. For senior admins. What members do with their own
   * lists, notes, stars and subscriptions is nobody else's business, and not among it.
   */
  @Get()
  @SeniorAdminOfSchool()
  @WeakETag()
  @Compressed()
  @ApiErrors(400, 403)
  listAuditEntries(@CurrentMember() member: Member, @ValidQuery() query: AuditQuery): Promise<AuditEntries> {
    return this.audit.ofSchool(member, query);
  }
}
