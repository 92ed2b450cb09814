import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../../platform/http/prepared-json.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { Notifications, NotificationsQuery, ReadNotifications } from './notification.dto.js';
import { NotificationsService } from './notifications.service.js';

@ApiTags('Notifications')
@Controller('schools/:schoolId/notifications')
@SchoolMember()
@ApiId('schoolId')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  /** The caller's own notifications of the last 180 days. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Notifications })
  @ApiErrors(400, 403)
  listNotifications(
    @CurrentMember() member: Member,
    @ValidQuery() query: NotificationsQuery,
  ): Promise<SerializedJson> {
    return this.notifications.list(member, query);
  }

  /** Marks some of the caller's own notifications as read, or all that there are by now. */
  @Post('read')
  @HttpCode(204)
  @ApiBody({ type: ReadNotifications, required: false })
  @ApiNoContentResponse()
  @ApiErrors(400, 403)
  markNotificationsRead(
    @CurrentMember() member: Member,
    @JsonBody() input: ReadNotifications,
  ): Promise<void> {
    return this.notifications.markRead(member, input);
  }
}
