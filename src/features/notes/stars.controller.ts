import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { StarsService } from './stars.service.js';

@ApiTags('Directory')
@Controller('students/:studentId/star')
@MemberOfItemSchool('student', 'studentId')
@ApiId('studentId')
export class StarsController {
  constructor(private readonly stars: StarsService) {}

  /** Stars a student for the caller alone; starring a starred student succeeds. */
  @Post()
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors(404)
  starStudent(@CurrentMember() member: Member, @Param('studentId') studentId: string): Promise<void> {
    return this.stars.star(member, studentId);
  }

  /** Removes the caller's star; removing one that is not there succeeds. */
  @Delete()
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors(404)
  unstarStudent(@CurrentMember() member: Member, @Param('studentId') studentId: string): Promise<void> {
    return this.stars.unstar(member, studentId);
  }
}
