import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { isDatabaseOutage } from '../../platform/errors/database-faults.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { NotificationReadingService } from '../alerts/notifications/notification-reading.service.js';
import { ItemAttachmentsService } from '../attachments/item-attachments.service.js';
import { type NoticeBody, type PhotoDownloadUrl } from './notice.dto.js';
import { NoticesRepository } from './notices.repository.js';

/** Notices as a member may read them. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly attachments: ItemAttachmentsService,
    private readonly notifications: NotificationReadingService,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.notices.findListed(member, this.clock.now()));
  }

  /**
   * The notice is read with it, and so is the notification of it.
   * @throws NotFoundError
   */
  async get(member: Member, noticeId: string): Promise<NoticeBody> {
    const notice = await this.find(member, noticeId);
    const isMarked = await this.markRead(member, notice).catch((error: unknown) => {
      if (!isDatabaseOutage(error)) throw error;
      return false;
    });
    return isMarked ? { ...notice, read: true } : notice;
  }

  /**
   * A notice can be read though the database takes no writes: it stays unread then.
   * @returns true when the notice and its notification count as read
   */
  private async markRead(member: Member, notice: NoticeBody): Promise<true> {
    const target = { type: 'notice', id: notice.id } as const;
    if (notice.read && !(await this.notifications.hasUnread(member, target))) return true;
    await this.transactions.run(async (manager) => {
      const { membershipId } = member;
      if (!notice.read && (await this.notices.markRead(manager, member, notice.id, this.clock.now())))
        record({ manager, member }, { kind: 'notice.read', id: notice.id, ids: { readers: [membershipId] } });
      await this.notifications.markRead(manager, member, target);
    });
    return true;
  }

  /** @throws NotFoundError no such notice, or no such attachment of it */
  async downloadUrl(member: Member, noticeId: string, attachmentId: string): Promise<PhotoDownloadUrl> {
    const { attachments } = await this.find(member, noticeId);
    return this.attachments.downloadUrl(attachments, attachmentId);
  }

  private async find(member: Member, noticeId: string): Promise<NoticeBody> {
    const now = this.clock.now();
    const found = isUuid(noticeId) ? await this.notices.findVisibleNotice(member, noticeId, now) : null;
    if (!found) throw new NotFoundError();
    return found.body;
  }
}
