import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { IS_UNSAVED } from '../../platform/database/unsaved-attachment.js';
import type { AttachedItem } from './attached-item.js';
import type { AcceptedFile } from './attachment.dto.js';
import { type AttachedTo, Attachment } from './attachment.entity.js';

@Injectable()
export class AttachmentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async addAttachments(
    manager: EntityManager,
    { schoolId, membershipId }: { schoolId: string; membershipId: string | null },
    upload: AcceptedFile & { entityType: AttachedTo },
  ): Promise<void> {
    await manager.getRepository(Attachment).insert({
      schoolId,
      uploadedByMembershipId: membershipId,
      entityType: upload.entityType,
      key: upload.key,
      fileName: upload.fileName,
      contentType: upload.contentType,
      sizeBytes: upload.sizeBytes,
      uploadedAt: upload.uploadedAt,
    });
  }

  /** Keys of the item's attachments, in no order. */
  async findKeys(
    { type, schoolId, id }: AttachedItem,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<string[]> {
    const attachments = await manager.query<{ key: string }[]>(
      `select key from attachments where school_id = $1 and ${type}_id = $2`,
      [schoolId, id],
    );
    return attachments.map(({ key }) => key);
  }

  /** Uploads of the school that no item was saved with; of two who do this at once, one does it. */
  async removeUnsaved(manager: EntityManager, schoolId: string, upTo: Date): Promise<void> {
    await manager.query(
      `delete from attachments where school_id = $1 and id in (
         select id from attachments where school_id = $1 and uploaded_at <= $2
           and ${IS_UNSAVED} for update skip locked)`,
      [schoolId, upTo],
    );
  }
}
