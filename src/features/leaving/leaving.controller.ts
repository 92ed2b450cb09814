import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../access/access-rule.js';
import { CurrentAccount, type Account } from '../../access/caller.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { LeavingService } from './leaving.service.js';

@ApiTags('Profile')
@Controller('me/leave-school')
@SignedIn()
export class LeavingController {
  constructor(private readonly leaving: LeavingService) {}

  /**
   * Leaves a school, at once and for good.
   * @remarks The caller's notes, stars, lists, guardian links and entries on the lists of others in that school are
   * deleted. 404 for anything but an active membership of the caller's; 409 `sole_senior_admin` for the school's only
   * active senior admin.
   */
  @Post(':membershipId')
  @Repeatable()
  @HttpCode(204)
  @ApiId('membershipId')
  @ApiNoContentResponse()
  @ApiErrors(400, 404, 409)
  leaveSchool(
    @CurrentAccount() account: Account,
    @Param('membershipId') membershipId: string,
    @CurrentReplay() replay?: Replay,
  ): Promise<void> {
    return this.leaving.leave(account, membershipId, replay);
  }
}
