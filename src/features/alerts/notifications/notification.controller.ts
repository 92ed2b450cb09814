import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { OwnerOfItem } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { StrongETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { NotificationLink } from './notification.dto.js';
import { NotificationsService } from './notifications.service.js';
import { NotificationLinksService } from './notification-links.service.js';

@ApiTags('Notifications')
@Controller('notifications/:notificationId')
@OwnerOfItem('notification', 'notificationId')
@ApiId('notificationId')
export class NotificationController {
  constructor(
    private readonly links: NotificationLinksService,
    private readonly notifications: NotificationsService,
  ) {}

  /**
   * Where the notification leads, and whether the caller may still go there. Of a target that is gone it says why, and
   * neither title nor text. Asking does not mark it as read.
   */
  @Get('link')
  @StrongETag()
  @ApiErrors(404)
  getNotificationLink(
    @CurrentMember() member: Member,
    @Param('notificationId') notificationId: string,
  ): Promise<NotificationLink> {
    return this.links.resolve(member, notificationId);
  }

  /** Marks one notification as read; one that is read stays as it is. */
  @Post('read')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors(404)
  markNotificationRead(
    @CurrentMember() member: Member,
    @Param('notificationId') notificationId: string,
  ): Promise<void> {
    return this.notifications.markRead(member, { ids: [notificationId] });
  }
}
