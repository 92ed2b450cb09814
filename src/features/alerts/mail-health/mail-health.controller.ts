import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOfSchool, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { MailHealth } from './mail-health.dto.js';
import { MailHealthService } from './mail-health.service.js';

@ApiTags('Notifications')
@Controller('schools/:schoolId/mail-health')
@SchoolMember()
@ApiId('schoolId')
export class MailHealthController {
  constructor(private readonly health: MailHealthService) {}

  /**
   * Whom the school does not reach by mail: they have to be called, or asked for another address.
   * @remarks Admins only. After three refusals in a row an address gets no more mail, until it takes one that its owner asked for.
   */
  @Get()
  @AdminOfSchool()
  @WeakETag()
  @Compressed()
  @ApiErrors(403)
  getMailHealth(@CurrentMember() { schoolId }: Member): Promise<MailHealth> {
    return this.health.get(schoolId);
  }
}
