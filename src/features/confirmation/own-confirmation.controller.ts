import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool, SchoolMemberByQuery } from '../../platform/auth/access-rule.js';
import { type Account, CurrentAccount, CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { MyConfirmation } from './confirmation.dto.js';
import { OwnConfirmationService } from './own-confirmation.service.js';

@ApiTags('Confirmation')
@Controller('me/confirmation')
export class OwnConfirmationController {
  constructor(private readonly confirmations: OwnConfirmationService) {}

  /**
   * What a school has on file of the caller and their family, and whether it asks if that is still right. What is wrong of a student
   * is told with a correction; own contact and choices are changed as always.
   */
  @Get()
  @SchoolMemberByQuery()
  @WeakETag()
  @ApiQuery({
    name: 'schoolId',
    description: 'One of the schools of the caller.',
    schema: { type: 'string', format: 'uuid' },
  })
  @ApiErrors(400, 403)
  getMyConfirmation(
    @CurrentAccount() account: Account,
    @CurrentMember() member: Member,
  ): Promise<MyConfirmation> {
    return this.confirmations.get(account, member);
  }

  /** Confirms that it is right, for the caller alone. A second time changes nothing; what changes later is not asked again. */
  @Post(':roundId')
  @MemberOfItemSchool('confirmation', 'roundId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiId('roundId')
  @ApiErrors(404, [409, 'closed'])
  confirmMyRecords(@CurrentMember() member: Member, @Param('roundId') roundId: string): Promise<void> {
    return this.confirmations.confirm(member, roundId);
  }
}
