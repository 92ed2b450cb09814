import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, PublisherOfSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { StrongETag, WeakETag, ApiIfMatch } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { NoticeChangesService } from './notice-changes.service.js';
import { NoticeDeliveriesService } from './notice-deliveries.service.js';
import { NoticeDeliveries } from './notice-delivery.dto.js';
import {
  CreatedItem,
  NoticeBody,
  NoticeChanges,
  NoticeInput,
  Notices,
  PhotoDownloadUrl,
} from './notice.dto.js';
import { NoticesService } from './notices.service.js';

@ApiTags('Notices')
@Controller('schools/:schoolId/notices')
@SchoolMember()
@Feature('notices')
@ApiId('schoolId')
export class NoticesController {
  constructor(
    private readonly notices: NoticesService,
    private readonly changes: NoticeChangesService,
    private readonly deliveries: NoticeDeliveriesService,
  ) {}

  /** What is shown now and addressed to the caller: an admin, too, sees no more than that. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Notices })
  @ApiErrors(403, 404)
  listNotices(@CurrentMember() member: Member): Promise<SerializedJson> {
    return this.notices.list(member);
  }

  /**
   * Adds a notice, which alerts its audience once: now, or when it starts. An admin may, and an editor for an
   * organization that they hold a live grant on.
   */
  @Post()
  @PublisherOfSchool()
  @Repeatable()
  @ApiErrors([400, 'foreign_key_not_owned'], 403, 404, [409, 'limit_reached'])
  createNotice(
    @CurrentMember() member: Member,
    @JsonBody() input: NoticeInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CreatedItem> {
    return this.changes.create(member, input, replay);
  }

  /**
   * A notice that is shown now and addressed to the caller; who manages it sees it before its start and after its end too. It
   * is read from then on, and so is the notification of it.
   */
  @Get(':noticeId')
  @StrongETag()
  @ApiId('noticeId')
  @ApiErrors(403, 404)
  getNotice(@CurrentMember() member: Member, @Param('noticeId') noticeId: string): Promise<NoticeBody> {
    return this.notices.get(member, noticeId);
  }

  /**
   * Changes what is given. Handing it over to another organization takes a live grant on both; only an admin makes it
   * the whole school's. Nobody is alerted, unless it was still to start and now does; then they are, once.
   */
  @Patch(':noticeId')
  @ApiId('noticeId')
  @ApiIfMatch()
  @ApiErrors([400, 'foreign_key_not_owned'], 403, 404, [409, 'limit_reached'])
  changeNotice(
    @CurrentMember() member: Member,
    @Param('noticeId') noticeId: string,
    @JsonBody() input: NoticeChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<NoticeBody> {
    return this.changes.change(member, noticeId, input, ifMatch);
  }

  /** Deletes a notice with its files. */
  @Delete(':noticeId')
  @HttpCode(204)
  @ApiId('noticeId')
  @ApiIfMatch()
  @ApiErrors(403, 404, 409)
  deleteNotice(
    @CurrentMember() member: Member,
    @Param('noticeId') noticeId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, noticeId, ifMatch);
  }

  /**
   * Whom the notice has reached, and whom it did not, for its managers: a school sees who to call. Guardians on file who have no
   * account are named, too.
   */
  @Get(':noticeId/deliveries')
  @WeakETag()
  @Compressed()
  @ApiId('noticeId')
  @ApiErrors(403, 404)
  listNoticeDeliveries(
    @CurrentMember() member: Member,
    @Param('noticeId') noticeId: string,
  ): Promise<NoticeDeliveries> {
    return this.deliveries.list(member, noticeId);
  }

  /** An address for one file of a notice. */
  @Get(':noticeId/attachments/:attachmentId/download-url')
  @ApiId('noticeId')
  @ApiId('attachmentId')
  @ApiErrors(403, 404)
  getNoticeAttachmentDownloadUrl(
    @CurrentMember() member: Member,
    @Param('noticeId') noticeId: string,
    @Param('attachmentId') attachmentId: string,
  ): Promise<PhotoDownloadUrl> {
    return this.notices.downloadUrl(member, noticeId, attachmentId);
  }
}
