import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { auditItem, outsideOperation } from '../../platform/audit/operation.js';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { withReceivedForm } from '../../platform/storage/received-form.js';
import { assertRoomForUpload } from '../../platform/storage/unsaved-uploads.repository.js';
import { OrganizationAccessService } from '../../platform/auth/organization-access.service.js';
import { type AcceptedUpload, acceptUpload } from './accepted-upload.js';
import { extensionOfAttachment } from './attachment-type.js';
import {
  type AcceptedFile,
  type DocumentAttachment,
  MAX_ATTACHMENT_BYTES,
  toDocumentAttachment,
} from './attachment.dto.js';
import { OBJECT_RETENTION_MS, UNSAVED_FOR } from './item-attachments.repository.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentObjectsService } from './attachment-objects.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Files that an item can be saved with. */
@Injectable()
export class AttachmentUploadsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly access: OrganizationAccessService,
    private readonly attachments: AttachmentsRepository,
    private readonly objects: AttachmentObjectsService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotAuthorizedError no admin and no live grant any more, after all of it was read
   * @throws PayloadTooLargeError at the first byte over 10 MB
   * @throws ValidationFailedError the form is not whole, the file is not of one of the types, or the scanner refuses it
   * @throws LimitReachedError with it, the person has too much that no item was saved with
   * @throws UnavailableError when the store cannot take it, or the scanner says nothing of it
   */
  upload(member: Member, request: Request): Promise<DocumentAttachment> {
    return withReceivedForm(request, MAX_ATTACHMENT_BYTES, async (form) =>
      toDocumentAttachment(await this.add(member, await acceptUpload(form))),
    );
  }

  /**
   * A file that was looked over.
   *
   * The object is due for removal before it is written, and its row comes last: a crash, an outage or a right that was
   * lost meanwhile leaves an object that goes in a day, and never a row without one.
   * @throws NotAuthorizedError no admin and no live grant
   * @throws LimitReachedError with it, the person has too much that no item was saved with
   * @throws UnavailableError when the store cannot take it
   */
  async add(member: Member, upload: AcceptedUpload): Promise<AcceptedFile> {
    const uploadedAt = this.clock.now();
    const stored = { ...upload, uploadedAt, key: newKey(member, upload) };
    const makeRoom = (): Promise<void> =>
      this.transactions.run(async (manager) => {
        await this.attachments.removeUnsaved(manager, member.schoolId, later(uploadedAt, -UNSAVED_FOR));
        await assertRoomForUpload(manager, member, { bytes: upload.sizeBytes, now: uploadedAt });
        await this.objects.announce(manager, stored.key, later(uploadedAt, OBJECT_RETENTION_MS));
      });
    await outsideOperation(makeRoom);
    await this.objects.write(stored.key, upload);
    await this.transactions.run(async (manager) => {
      await this.access.assertMayStillUpload(manager, member);
      // Another one may have come meanwhile.
      await assertRoomForUpload(manager, member, { bytes: upload.sizeBytes, now: uploadedAt });
      await this.attachments.addAttachments(manager, member, stored);
      auditItem('attachment', stored.key);
    });
    return stored;
  }
}

const newKey = ({ schoolId }: Member, { entityType, contentType }: AcceptedUpload): string =>
  `${entityType}s/${schoolId}/${randomUUID()}.${extensionOfAttachment(contentType)}`;

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
