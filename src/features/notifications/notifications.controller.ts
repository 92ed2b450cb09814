import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import { JsonBody } from '../../http/json-body.interceptor.js';
import type { JsonText } from '../../http/json-text.js';
import { ValidQuery } from '../../http/validated.js';
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
  @ListTag()
  @Compressed()
  @ApiOkResponse({ type: Notifications })
  @ApiErrors(400, 403)
  listNotifications(
    @CurrentMember() member: Member,
    @ValidQuery() query: NotificationsQuery,
  ): Promise<JsonText> {
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
