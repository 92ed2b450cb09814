import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { CreatedMenuSubscription, MenuSubscriptionInput, MenuSubscriptions } from './menu.dto.js';
import { MenuSubscriptionsService } from './menu-subscriptions.service.js';

@ApiTags('Menus')
@Controller('schools/:schoolId/menus/subscriptions')
@SchoolMember()
@Feature('lunch_menus')
@ApiId('schoolId')
export class MenuSubscriptionsController {
  constructor(private readonly subscriptions: MenuSubscriptionsService) {}

  /** The caller's own subscriptions to menus. */
  @Get()
  @WeakETag()
  @ApiErrors(403, 404)
  listMenuSubscriptions(@CurrentMember() member: Member): Promise<MenuSubscriptions> {
    return this.subscriptions.list(member);
  }

  /**
   * Makes an address at which calendar apps read what the school serves.
   * @remarks One all-day entry a meal, from the first day of the month before on. A person has at most 50, to calendars and
   * menus together: one more is 409 with reason `limit_reached`.
   */
  @Post()
  @Repeatable(({ subscription }: CreatedMenuSubscription) => subscription.id)
  @ApiBody({ type: MenuSubscriptionInput, required: false })
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createMenuSubscription(
    @CurrentMember() member: Member,
    @JsonBody() input: MenuSubscriptionInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CreatedMenuSubscription> {
    return this.subscriptions.create(member, input, replay);
  }

  /** Withdraws a subscription: its address leads nowhere from then on. */
  @Delete(':subscriptionId')
  @HttpCode(204)
  @ApiId('subscriptionId')
  @ApiNoContentResponse()
  @ApiErrors(403, 404)
  deleteMenuSubscription(
    @CurrentMember() member: Member,
    @Param('subscriptionId') subscriptionId: string,
  ): Promise<void> {
    return this.subscriptions.delete(member, subscriptionId);
  }
}
