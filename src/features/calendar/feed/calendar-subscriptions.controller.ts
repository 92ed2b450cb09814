import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import {
  CalendarSubscriptionInput,
  CalendarSubscriptions,
  CreatedSubscription,
} from './calendar-subscription.dto.js';
import { CalendarSubscriptionsService } from './calendar-subscriptions.service.js';

@ApiTags('Calendar')
@Controller('schools/:schoolId/calendar/subscriptions')
@SchoolMember()
@Feature('calendar')
@ApiId('schoolId')
export class CalendarSubscriptionsController {
  constructor(private readonly subscriptions: CalendarSubscriptionsService) {}

  /** The caller's own subscriptions. */
  @Get()
  @WeakETag()
  @ApiErrors(403, 404)
  listCalendarSubscriptions(@CurrentMember() member: Member): Promise<CalendarSubscriptions> {
    return this.subscriptions.list(member);
  }

  /**
   * Makes an address at which calendar apps read what the caller may see, whenever they ask. A person has at most 50, to
   * calendars and menus together: one more is 409 with reason `limit_reached`.
   */
  @Post()
  @Repeatable(({ subscription }: CreatedSubscription) => subscription.id)
  @ApiBody({ type: CalendarSubscriptionInput, required: false })
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createCalendarSubscription(
    @CurrentMember() member: Member,
    @JsonBody() input: CalendarSubscriptionInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CreatedSubscription> {
    return this.subscriptions.create(member, input, replay);
  }

  /** Withdraws a subscription: its address leads nowhere from then on. */
  @Delete(':subscriptionId')
  @HttpCode(204)
  @ApiId('subscriptionId')
  @ApiNoContentResponse()
  @ApiErrors(403, 404)
  deleteCalendarSubscription(
    @CurrentMember() member: Member,
    @Param('subscriptionId') subscriptionId: string,
  ): Promise<void> {
    return this.subscriptions.delete(member, subscriptionId);
  }
}
