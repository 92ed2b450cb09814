import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { isUuid } from '../../platform/text/uuid.js';
import type { PhotoDownloadUrl } from './permission-slip.dto.js';
import { ItemAttachmentsService } from '../attachments/item-attachments.service.js';
import { PermissionSlipsRepository } from './permission-slips.repository.js';

/** Files of permission slips, and scans of answers on paper. */
@Injectable()
export class SlipAttachmentsService {
  constructor(
    private readonly slips: PermissionSlipsRepository,
    private readonly attachments: ItemAttachmentsService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError the slip or the file is not there for the caller; a scan is for managers alone */
  async downloadUrl(member: Member, slipId: string, attachmentId: string): Promise<PhotoDownloadUrl> {
    if (!isUuid(attachmentId)) throw new NotFoundError();
    const file = await this.slips.findAttachment(member, slipId, attachmentId, this.clock.now());
    if (!file) throw new NotFoundError();
    return this.attachments.addressOf(file);
  }
}
