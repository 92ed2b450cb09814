import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { StrongETagExcept } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { WatchPayload } from './watch.dto.js';
import { WatchService } from './watch.service.js';

@ApiTags('Watch')
@Controller('schools/:schoolId/watch')
@SchoolMember()
export class WatchController {
  constructor(private readonly watches: WatchService) {}

  /**
   * What a watch shows of the school, for a day ahead.
   * @remarks Events are those that are addressed to the caller and take place; one that is called off is not shown. Parts
   * of features that are off are null or empty.
   */
  @Get()
  @StrongETagExcept('generated_at')
  @Compressed()
  @ApiId('schoolId')
  @ApiErrors(403)
  getWatch(@CurrentMember() member: Member): Promise<WatchPayload> {
    return this.watches.get(member);
  }
}
