import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { CurrentAccount, type Account } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { OffboardingService } from './offboarding.service.js';

@ApiTags('Profile')
@Controller('me/leave-school')
@SignedIn()
export class OffboardingController {
  constructor(private readonly leaving: OffboardingService) {}

  /**
   * Leaves a school, at once and for good.
   * @remarks The caller's notes, stars, lists, guardian links and entries on the lists of others in that school are
   * deleted. 404 for anything but a membership of the caller's, active or deactivated; 409 `sole_senior_admin` for the school's only
   * active senior admin.
   */
  @Post(':membershipId')
  @Repeatable()
  @HttpCode(204)
  @ApiId('membershipId')
  @ApiNoContentResponse()
  @ApiErrors(400, 404, [409, 'sole_senior_admin'])
  leaveSchool(
    @CurrentAccount() account: Account,
    @Param('membershipId') membershipId: string,
    @CurrentReplay() replay?: Replay,
  ): Promise<void> {
    return this.leaving.leave(account, membershipId, replay);
  }
}
