import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { Changes, ChangesQuery } from './changes.dto.js';
import { ChangesService } from './changes.service.js';

@ApiTags('Changes')
@Controller('schools/:schoolId/changes')
@SchoolMember()
@ApiId('schoolId')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  /**
   * What has changed since a cursor, as the caller may see it: ids alone, each to be read anew or to be dropped. 409 `stale` says
   * that the cursor leads no further, or that the caller has another place in the school now: fetch a cursor without `since`,
   * then read everything anew. A guardian whom the school keeps apart from a student gets it with every cursor.
   */
  @Get()
  @Compressed()
  @ApiErrors(400, 403, [409, 'stale'])
  listChanges(@CurrentMember() member: Member, @ValidQuery() { since }: ChangesQuery): Promise<Changes> {
    return this.changes.list(member, since);
  }
}
